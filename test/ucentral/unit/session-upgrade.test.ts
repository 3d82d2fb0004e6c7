import { expect } from 'chai';
import type { UpgradeStep } from '../../../shared/ucentral/domain/upgrade-step.js';
import { Driven, kinds, ORDER } from './driven-session.js';

describe('the upgrade of a device by a command', () => {
  function ordered(platform = 'ap'): Driven {
    const driven = new Driven();
    driven.connect({ platform });
    driven.answer(ORDER);
    return driven;
  }

  // docs/ucentral.md#upgrades
  it('is saved and sent once, and keeps a configuration that runs', () => {
    const driven = ordered();
    const params = { when: 0, uri: ORDER.url, keep_redirector: 1, keep_config: 1 };
    expect(driven.commands()).to.deep.equal([{ id: 5, method: 'upgrade', params }]);
    driven.frame({ kind: 'ping', uuid: 7, active: null });
    driven.wait(60_000);
    driven.answer(ORDER);
    expect(driven.commands()).to.have.length(1);
    expect(driven.beats().at(-1)?.report).to.deep.include({ id: 42, state: 'downloading' });
    const fresh = new Driven();
    fresh.connect({ uuid: 1 });
    fresh.answer({ ...ORDER, signature: 'sig' } as never);
    expect(fresh.commands()[0]?.params).to.deep.equal({
      when: 0,
      uri: ORDER.url,
      keep_redirector: 1,
      FWsignature: 'sig',
      signature: 'sig',
    });
  });

  // docs/ucentral.md#unverified
  it('is not ordered without https', () => {
    const driven = new Driven();
    driven.connect();
    driven.answer({ ...ORDER, url: 'http://firmware.example/ap.bin' });
    expect(driven.commands()).to.deep.equal([]);
    expect(driven.beats().at(-1)?.report).to.deep.include({ id: 42, state: 'failure' });
  });

  // docs/ucentral.md#answer
  it('is installing when an access point answers', () => {
    const driven = ordered();
    driven.frame({ kind: 'result', id: 5, uuid: 7, error: 0, rejected: [] });
    expect(driven.beats().at(-1)?.report).to.deep.equal({ id: 42, state: 'installing' });
  });

  it('has failed without an answer for eleven minutes, and is ordered again with another id', () => {
    const driven = ordered();
    for (let minute = 0; minute < 11; minute += 1) {
      driven.wait(59_000);
      driven.frame({ kind: 'ping', uuid: 7, active: null });
      driven.wait(1000);
      if (driven.session.isBeating) driven.answer();
    }
    expect(driven.beats().at(-1)?.report).to.deep.include({ id: 42, state: 'failure' });
    expect(driven.beats().filter(({ report }) => report?.state === 'failure')).to.have.length(1);
    driven.frame({ kind: 'ping', uuid: 7, active: null });
    driven.wait(70_000);
    expect(driven.beats().at(-1)?.report).to.equal(null);
    driven.answer(ORDER);
    expect(driven.commands().map(({ id }) => id)).to.deep.equal([5, 6]);
  });

  it('counts a success that comes after an error, as the device then writes its flash', () => {
    const driven = ordered();
    driven.frame({ kind: 'result', id: 5, uuid: 7, error: 2, rejected: [] });
    expect(driven.beats().at(-1)?.report).to.deep.include({ state: 'failure' });
    driven.answer();
    driven.frame({ kind: 'result', id: 5, uuid: 7, error: 0, rejected: [] });
    expect(driven.beats().at(-1)?.report).to.deep.equal({ id: 42, state: 'installing' });
  });

  it('goes on by the events of a switch, whose first answer means nothing', () => {
    const driven = ordered('switch');
    driven.frame({ kind: 'result', id: 5, uuid: 7, error: 0, rejected: [] });
    driven.frame({ kind: 'upgradeEvent', operation: 'download', percentage: 40 });
    driven.wait(60_000);
    expect(driven.beats().at(-1)?.report).to.deep.equal({ id: 42, state: 'downloading', progress: 40 });
    driven.answer();
    driven.frame({ kind: 'upgradeEvent', operation: 'install', percentage: null });
    expect(driven.beats().at(-1)?.report).to.deep.equal({ id: 42, state: 'installing' });
  });

  const step = (phase: UpgradeStep['phase']): UpgradeStep => {
    return { id: 42, rpcId: 4, phase, sentAt: -100_000, progress: null, message: null };
  };

  // docs/ucentral.md#back
  it('ends by the version that runs when the device is back', () => {
    const driven = new Driven();
    expect(kinds(driven.connect({ reason: 'upgrade' }, step('installing')))).to.deep.equal([
      'saveUpgrade',
      'heartbeat',
    ]);
    expect(driven.beats()[0]?.report).to.equal(null);
    expect(driven.session.upgrade).to.equal(null);
  });

  it('is still installing after a lost connection, and has failed with upgradefailed', () => {
    const lost = new Driven();
    lost.connect({ reason: 'socket' }, step('installing'));
    expect(lost.beats()[0]?.report).to.deep.equal({ id: 42, state: 'installing' });
    const failed = new Driven();
    failed.connect({ reason: 'upgradefailed' }, step('installing'));
    expect(failed.beats()[0]?.report).to.deep.include({ id: 42, state: 'failure' });
  });

  // docs/ucentral.md#once
  it('is never sent again after a restart of the gateway, which waits for the rest of the eleven minutes', () => {
    const driven = new Driven();
    driven.connect({ reason: 'socket' }, step('downloading'));
    driven.answer(ORDER);
    expect(driven.commands()).to.deep.equal([]);
    for (let half = 0; half < 20; half += 1) {
      driven.wait(28_000);
      driven.happen({ kind: 'pong' });
      if (driven.session.isBeating) driven.answer(ORDER);
    }
    expect(driven.commands()).to.deep.equal([]);
    expect(driven.beats().at(-1)?.report).to.deep.include({ state: 'failure' });
  });

  // docs/ucentral.md#commands
  it('sends a reboot and a blinking that a caller asks for, each with a number of its own', () => {
    const driven = new Driven();
    driven.connect();
    driven.answer(null, { action: 'blink', seconds: 90 });
    driven.wait(60_000);
    driven.frame({ kind: 'state', uuid: 7, state: { unit: { uptime: 100 } } });
    driven.wait(70_000);
    driven.answer(null, { action: 'reboot', seconds: null });
    expect(driven.commands()).to.deep.equal([
      { id: 5, method: 'leds', params: { when: 0, pattern: 'blink', duration: 90_000 } },
      { id: 6, method: 'reboot', params: { when: 0 } },
    ]);
    driven.frame({ kind: 'result', id: 6, error: 0, uuid: null, rejected: [] } as never);
    expect(driven.session.upgrade).to.equal(null);
    expect(driven.session.nextRpcId).to.equal(7);
  });
});
