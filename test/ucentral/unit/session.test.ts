import { expect } from 'chai';
import { Driven, kinds } from './driven-session.js';

describe('the session of a device', () => {
  // docs/ucentral.md#connect
  it('ends without connect within 30 seconds', () => {
    const driven = new Driven();
    expect(driven.wait(29_999)).to.deep.equal([]);
    expect(driven.wait(1)).to.deep.equal([{ kind: 'close', reason: 'no_connect' }]);
  });

  it('sends a heartbeat at connect, and one each interval while the device is heard', () => {
    const driven = new Driven();
    driven.connect();
    const nothing = { firmwareVersion: 'v1', uptimeS: null, ports: null, measured: null, report: null };
    expect(driven.beats()[0]).to.deep.include(nothing);
    expect(driven.beats()[0]?.configuration).to.include({ revision: null, state: null, attempt: null });
    driven.answer();
    driven.wait(10_000);
    driven.frame({ kind: 'state', uuid: 7, state: { unit: { uptime: 100 } } });
    driven.wait(50_000);
    expect(driven.beats()).to.have.length(2);
    expect(driven.beats()[1]).to.include({ uptimeS: 150 });
  });

  it('keeps nothing of a configuration when the device connects again as a switch', () => {
    const driven = new Driven();
    driven.connect();
    expect(driven.session.config).not.to.equal(null);
    driven.connect({ platform: 'switch' });
    expect(driven.session.config).to.equal(null);
  });

  // docs/ucentral.md#silence
  it('keeps no device up over a connection that is half open', () => {
    const driven = new Driven();
    driven.connect();
    driven.answer();
    const effects = driven.wait(90_000);
    expect(driven.beats()).to.have.length(1);
    expect(kinds(effects)).to.deep.equal(['ping', 'ping', 'close']);
  });

  // docs/ucentral.md#assignment
  it('sends the next heartbeat of an assigned device at its next sign, and asks for one', () => {
    const driven = new Driven();
    expect(driven.happen({ kind: 'assigned' })).to.deep.equal([]);
    driven.connect();
    driven.answer();
    expect(kinds(driven.happen({ kind: 'assigned' }))).to.deep.equal(['ping']);
    expect(kinds(driven.wait(5000))).to.deep.equal([]);
    driven.happen({ kind: 'pong' });
    expect(kinds(driven.wait(1))).to.deep.equal(['heartbeat']);
  });

  it('goes on while the device answers pings', () => {
    const driven = new Driven();
    driven.connect();
    driven.answer();
    for (let round = 0; round < 10; round += 1) {
      driven.wait(31_000);
      driven.happen({ kind: 'pong' });
      if (driven.session.isBeating) driven.answer();
    }
    driven.wait(1000);
    expect(driven.beats().length).to.be.within(4, 6);
    expect(kinds(driven.effects)).not.to.include('close');
  });

  it('repeats a heartbeat that was not stored after five seconds, with what it measured', () => {
    const driven = new Driven();
    driven.connect();
    driven.answer();
    driven.frame({ kind: 'state', uuid: 7, state: { unit: { memory: { free: 2048 } } } });
    driven.wait(66_000);
    const { measured = null } = driven.beats()[1] ?? {};
    expect(measured).to.include({ memFreeKb: 2 });
    driven.happen({ kind: 'unanswered', measured });
    driven.wait(4999);
    expect(driven.beats()).to.have.length(2);
    driven.wait(1);
    expect(driven.beats()[2]?.measured).to.deep.equal(measured);
  });
});
