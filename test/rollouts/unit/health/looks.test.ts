import { expect } from 'chai';
import { ids, Looks } from './look-fixture.js';

// docs/rollouts.md#health-gate-2
describe('equal exposure', () => {
  it('trips at 27 of 27 upgraded devices that are off after the 63 others have rebooted twice', () => {
    const looks = new Looks(ids(1, 90));
    looks.upgrade(ids(1, 27));
    expect(looks.look().verdict).to.equal('passed');
    looks.restart(looks.devices.keys());
    looks.look();
    looks.restart(looks.devices.keys());
    expect(looks.look()).to.include({ verdict: 'passed' });
    expect(looks.look(ids(1, 27))).to.include({ verdict: 'tripped', sign: 'down' });
  });

  it('does not count what a cohort device did before it began', () => {
    const looks = new Looks(ids(1, 40));
    looks.restart(ids(1, 40), 5);
    looks.look();
    looks.upgrade(ids(1, 10));
    const look = looks.look();
    expect(look.control).to.deep.equal({ sick: 0, devices: 30 });
  });

  it('leaves out cohort devices that were not up when they began', () => {
    const looks = new Looks(ids(1, 40));
    looks.look(ids(31, 40));
    looks.upgrade(ids(1, 10));
    expect(looks.look().control.devices).to.equal(20);
  });

  it('counts an outage between the last look before and the next one in both groups', () => {
    const looks = new Looks(ids(1, 90));
    looks.look();
    looks.upgrade(ids(1, 45));
    const out = ids(1, 90).filter((id) => id % 3 === 0);
    const look = looks.look(out);
    expect(look).to.include({ verdict: 'passed' });
    expect(look.treated).to.deep.equal({ sick: 15, devices: 45 });
    expect(look.control).to.deep.equal({ sick: 15, devices: 45 });
  });

  it('ends for cohort devices that are offered an upgrade', () => {
    const looks = new Looks(ids(1, 20));
    looks.upgrade(ids(1, 5));
    expect(looks.look().control.devices).to.equal(15);
    looks.upgrade(ids(6, 12));
    expect(looks.look()).to.deep.include({ treated: { sick: 0, devices: 12 } });
    expect(looks.state.rows.filter(({ upgradeId }) => upgradeId === 0)).to.have.length(8);
  });
});

// docs/rollouts.md#health-gate-4
describe('installations', () => {
  it('are sick while they are silent for too long, and not compared while they may come back', () => {
    const looks = new Looks(ids(1, 60));
    looks.upgrade(ids(1, 20), null);
    expect(looks.look(ids(1, 20)).treated.devices).to.equal(0);
    const silent = new Looks(ids(1, 60));
    silent.upgrade(ids(1, 20), 'silent');
    expect(silent.look(ids(1, 20))).to.deep.include({
      verdict: 'tripped',
      treated: { sick: 20, devices: 20 },
    });
  });
});

// docs/rollouts.md#health-gate-5
describe('a part without a control group', () => {
  it('is one with fewer than five devices in its cohort', () => {
    const four = new Looks(ids(1, 24));
    four.upgrade(ids(1, 20));
    expect(four.look(ids(1, 20)).verdict).to.equal('no_control');
    const five = new Looks(ids(1, 25));
    five.upgrade(ids(1, 20));
    expect(five.look(ids(1, 20)).verdict).not.to.equal('no_control');
  });

  it('counts sick devices of the stage, unless their site or the whole fleet may be the reason', () => {
    const looks = new Looks(ids(1, 20));
    looks.upgrade(ids(1, 20));
    looks.look();
    looks.restart(ids(1, 10), 2);
    looks.restart(ids(1, 2), 1);
    const alive = looks.look(ids(11, 13));
    expect(alive.sick).to.deep.equal({ ended: 5, open: 0 });
    const dead = looks.look(ids(11, 13), { isSiteAlive: () => false });
    expect(dead.sick).to.deep.equal({ ended: 2, open: 0 });
  });
});

// docs/rollouts.md#signs
describe('the sign restarts', () => {
  it('trips when a few upgraded devices restart again and again', () => {
    const looks = new Looks(ids(1, 100));
    looks.upgrade(ids(1, 10));
    looks.look();
    for (let at = 0; at < 3; at += 1) {
      looks.restart([1, 2]);
      const look = looks.look();
      expect(look.verdict).to.equal(at < 2 ? 'passed' : 'tripped');
      if (at === 2) expect(look.sign).to.equal('restarts');
    }
  });

  it('counts restarts of a network within ten minutes once, for the cohort if a device of it took part', () => {
    const looks = new Looks(ids(1, 100), (id) => 1 + Math.floor((id - 1) / 10));
    // Networks 1 and 2 are upgraded; of network 3, one device.
    looks.upgrade([...ids(1, 20), 21]);
    looks.look();
    looks.restart(ids(1, 40));
    const { tests } = looks.look();
    const restarts = tests.find(({ sign }) => sign === 'restarts');
    expect(restarts?.treated?.sick).to.equal(2);
    expect(restarts?.control?.sick).to.equal(2);
  });
});
