import { expect } from 'chai';
import { NOTHING, decide, report, t, upgrade } from './upgrade-fixture.js';

describe('a heartbeat while the upgrade is Verifying', () => {
  const from = upgrade({ status: 'Verifying', progress: 100 });
  const on = { firmwareVersion: '2.0.0' };

  it('on the version, before the soak has passed: nothing', () => {
    expect(decide(from, { ...on, at: t(299), previousHeartbeatAt: t(240) })).to.deep.equal(NOTHING);
  });

  it('on the version, a word of success before the soak has passed: nothing', () => {
    expect(decide(from, { ...on, ...report('success') })).to.deep.equal(NOTHING);
  });

  it('on the version when the soak has passed: Success', () => {
    expect(decide(from, { ...on, at: t(300), previousHeartbeatAt: t(240) })).to.deep.equal({
      changes: [
        {
          from: 'Verifying',
          to: 'Success',
          event: 'soaked',
          set: { statusSince: t(300), deadlineAt: null, nextAttemptAt: null, message: null, progress: 100 },
        },
      ],
      tell: false,
    });
  });

  it('on the version after a silence of longer than a device is counted as up: Failed', () => {
    const { changes } = decide(from, { ...on, at: t(241), previousHeartbeatAt: t(60) });
    expect(changes.map(({ to, event }) => [to, event])).to.deep.equal([['Failed', 'soakBroken']]);
    expect(changes[0]?.set.message).to.equal('Went silent after it had started 2.0.0');
    expect(decide(from, { ...on, at: t(240), previousHeartbeatAt: t(60) })).to.deep.equal(NOTHING);
  });

  it('silence from before the version was seen does not count', () => {
    expect(decide(from, { ...on, at: t(60), previousHeartbeatAt: t(-900) })).to.deep.equal(NOTHING);
    expect(decide(from, { ...on, at: t(60), previousHeartbeatAt: null })).to.deep.equal(NOTHING);
  });

  it('silence from after the end of the soak does not count: it was up then', () => {
    const { changes } = decide(from, { ...on, at: t(900), previousHeartbeatAt: t(290) });
    expect(changes.map((change) => change.to)).to.deep.equal(['Success']);
  });

  it('on another version: Failed, it went back', () => {
    for (const heard of [{}, report('failure'), report('success'), { uptimeSeconds: 30 }]) {
      const { changes, offer } = decide(from, heard);
      expect(offer).to.equal(false);
      expect(changes.map(({ to, event }) => [to, event])).to.deep.equal([['Failed', 'soakBroken']]);
      expect(changes[0]?.set.message).to.equal('Went back to 1.0.0 from 2.0.0');
    }
  });

  it('a late heartbeat of an earlier step does not undo it', () => {
    expect(decide(from, report('installing', { progress: 90 }))).to.deep.equal(NOTHING);
    expect(decide(from, report('downloading', { progress: 90 }))).to.deep.equal(NOTHING);
    expect(decide(from, { uptimeSeconds: 86_400 })).to.deep.equal(NOTHING);
  });
});
