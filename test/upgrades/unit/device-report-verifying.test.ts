import { expect } from 'chai';
import { NOTHING, decide, report, t, upgrade } from './upgrade-fixture.js';

describe('a heartbeat while the upgrade is Verifying', () => {
  const from = upgrade({ status: 'Verifying', progress: 100 });
  const on = { firmwareVersion: '2.0.0' };

  it('on the version changes nothing before the end of the soak', () => {
    expect(decide(from, { ...on, at: t(299), previousHeartbeatAt: t(240) })).to.deep.equal(NOTHING);
  });

  it('on the version with a report of success changes nothing before the end of the soak', () => {
    expect(decide(from, { ...on, ...report('success') })).to.deep.equal(NOTHING);
  });

  it('on the version at the end of the soak makes it a Success', () => {
    expect(decide(from, { ...on, at: t(300), previousHeartbeatAt: t(240) })).to.deep.equal({
      changes: [
        {
          from: 'Verifying',
          to: 'Success',
          event: 'soaked',
          set: { statusSince: t(300), message: null, progress: 100 },
        },
      ],
      offer: false,
    });
  });

  it('on the version after a silence longer than the online window makes it Failed', () => {
    const { changes } = decide(from, { ...on, at: t(241), previousHeartbeatAt: t(60) });
    expect(changes.map(({ to, event }) => [to, event])).to.deep.equal([['Failed', 'soakBroken']]);
    expect(changes[0]?.set.message).to.equal('Went silent after it had started 2.0.0');
    expect(decide(from, { ...on, at: t(240), previousHeartbeatAt: t(60) })).to.deep.equal(NOTHING);
  });

  it('changes nothing after a silence that began before the version was seen', () => {
    expect(decide(from, { ...on, at: t(60), previousHeartbeatAt: t(-900) })).to.deep.equal(NOTHING);
    expect(decide(from, { ...on, at: t(60), previousHeartbeatAt: null })).to.deep.equal(NOTHING);
  });

  it('makes it a Success when the device was up at the end of the soak, whatever the silence after it', () => {
    const { changes } = decide(from, { ...on, at: t(900), previousHeartbeatAt: t(290) });
    expect(changes.map((change) => change.to)).to.deep.equal(['Success']);
  });

  it('on another version makes it Failed, because the device went back', () => {
    for (const heard of [{}, report('failure'), report('success'), { uptimeSeconds: 30 }]) {
      const { changes, offer } = decide(from, heard);
      expect(offer).to.equal(false);
      expect(changes.map(({ to, event }) => [to, event])).to.deep.equal([['Failed', 'soakBroken']]);
      expect(changes[0]?.set.message).to.equal('Went back to 1.0.0 from 2.0.0');
    }
  });

  it('of an earlier step that arrives late changes nothing', () => {
    expect(decide(from, report('installing', { progress: 90 }))).to.deep.equal(NOTHING);
    expect(decide(from, report('downloading', { progress: 90 }))).to.deep.equal(NOTHING);
    expect(decide(from, { uptimeSeconds: 86_400 })).to.deep.equal(NOTHING);
  });
});
