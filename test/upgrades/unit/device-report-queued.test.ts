import { expect } from 'chai';
import { decideOnHeartbeat } from '../../../shared/upgrades/domain/device-report.js';
import {
  NOTHING,
  QUIETLY_OFFERED,
  RULES,
  beat,
  decide,
  report,
  steady,
  t,
  upgrade,
} from './upgrade-fixture.js';

describe('a heartbeat of a device without a dispatched upgrade', () => {
  it('changes nothing and is answered without an upgrade', () => {
    expect(decideOnHeartbeat(null, beat(report('success')), RULES, steady)).to.deep.equal(NOTHING);
  });
});

describe('a heartbeat while the upgrade is Queued', () => {
  it('is answered with the upgrade, and the first offer is recorded', () => {
    expect(decide(upgrade(), {})).to.deep.equal({
      changes: [{ from: 'Queued', to: 'Queued', event: null, set: { offeredAt: t(60) } }],
      offer: true,
    });
  });

  it('is answered with the upgrade again without another write', () => {
    expect(decide(upgrade({ offeredAt: t(0) }), {})).to.deep.equal(QUIETLY_OFFERED);
  });

  it('is answered without an upgrade between two tries', () => {
    expect(decide(upgrade({ offeredAt: t(0), attempts: 1, nextAttemptAt: t(61) }), {})).to.deep.equal(
      NOTHING,
    );
  });

  it('is answered with the upgrade at the time of the next try, and the offer is recorded', () => {
    expect(decide(upgrade({ offeredAt: t(-9), attempts: 1, nextAttemptAt: t(60) }), {})).to.deep.equal({
      changes: [{ from: 'Queued', to: 'Queued', event: null, set: { offeredAt: t(60) } }],
      offer: true,
    });
  });

  it('makes it Expired after the window if no sweep has run', () => {
    const { changes, offer } = decide(upgrade({ deadlineAt: t(60) }), {});
    expect(offer).to.equal(false);
    expect(changes).to.deep.equal([
      {
        from: 'Queued',
        to: 'Expired',
        event: 'windowPassed',
        set: {
          statusSince: t(60),
          message: 'The device did not ask for it within 24 h',
          cause: 'not_reached',
        },
      },
    ]);
  });

  it('on the version before an offer makes it Skipped', () => {
    const { changes, offer } = decide(upgrade(), { firmwareVersion: '2.0.0' });
    expect(offer).to.equal(false);
    expect(changes).to.deep.equal([
      {
        from: 'Queued',
        to: 'Skipped',
        event: 'alreadyOnVersion',
        set: {
          statusSince: t(60),
          message: 'The device already runs 2.0.0',
        },
      },
    ]);
  });

  it('on the version after an offer makes it Verifying and counts the try', () => {
    expect(decide(upgrade({ offeredAt: t(0) }), { firmwareVersion: '2.0.0' })).to.deep.equal({
      changes: [
        {
          from: 'Queued',
          to: 'Verifying',
          event: 'versionSeen',
          set: {
            statusSince: t(60),
            attempts: 1,
            progress: 100,
            message: null,
            nextAttemptAt: null,
            deadlineAt: t(360),
          },
        },
      ],
      offer: false,
    });
  });

  for (const [state, to, event] of [
    ['downloading', 'Downloading', 'reportedDownloading'],
    ['installing', 'Installing', 'reportedInstalling'],
  ] as const) {
    it(`reporting ${state} makes it ${to} and counts the try`, () => {
      const from = upgrade({ offeredAt: t(-5), attempts: 1, nextAttemptAt: t(-10) });
      expect(decide(from, report(state, { progress: 12, message: 'mirror 2' }))).to.deep.equal({
        changes: [
          {
            from: 'Queued',
            to,
            event,
            set: {
              statusSince: t(60),
              attempts: 2,
              progress: 12,
              message: 'mirror 2',
              nextAttemptAt: null,
              deadlineAt: t(1860),
            },
          },
        ],
        offer: false,
      });
    });
  }

  it('reporting downloading between two tries is late and changes nothing', () => {
    const from = upgrade({ offeredAt: t(-60), attempts: 1, nextAttemptAt: t(90) });
    expect(decide(from, report('downloading'))).to.deep.equal(NOTHING);
  });

  it('reporting installing between two tries makes it Installing', () => {
    const from = upgrade({ offeredAt: t(-60), attempts: 1, nextAttemptAt: t(90) });
    expect(decide(from, report('installing')).changes.map((change) => change.to)).to.deep.equal([
      'Installing',
    ]);
  });

  it('reporting failure after an offer counts the try and delays the next', () => {
    const { changes, offer } = decide(
      upgrade({ offeredAt: t(0) }),
      report('failure', { message: ' no route ' }),
    );
    expect(offer).to.equal(false);
    expect(changes).to.deep.equal([
      {
        from: 'Queued',
        to: 'Queued',
        event: null,
        set: {
          message: 'Download failed (try 1 of 4): no route',
          attempts: 1,
          progress: null,
          nextAttemptAt: t(120),
          deadlineAt: t(120 + 86_400),
        },
      },
    ]);
  });

  it('reporting failure after the offer of the last try makes it Failed by way of Downloading', () => {
    const from = upgrade({ offeredAt: t(0), attempts: 3, nextAttemptAt: t(-1) });
    const { changes, offer } = decide(from, report('failure'));
    expect(offer).to.equal(false);
    expect(changes.map(({ from: a, to: b }) => [a, b])).to.deep.equal([
      ['Queued', 'Downloading'],
      ['Downloading', 'Failed'],
    ]);
    expect(changes[1]?.set).to.include({
      attempts: 4,
      message: 'Download failed (try 4 of 4): the device gave no reason',
    });
  });

  it('repeating a failure whose try was counted does not count another try', () => {
    const waiting = upgrade({ offeredAt: t(0), attempts: 1, nextAttemptAt: t(90) });
    expect(decide(waiting, report('failure'))).to.deep.equal(NOTHING);
    const open = upgrade({ offeredAt: t(0), attempts: 1, nextAttemptAt: t(30) });
    expect(decide(open, report('failure'))).to.deep.equal({
      changes: [{ from: 'Queued', to: 'Queued', event: null, set: { offeredAt: t(60) } }],
      offer: true,
    });
  });

  it('reporting failure before an offer only records the offer', () => {
    expect(
      decide(upgrade(), report('failure')).changes.map((change) => Object.keys(change.set)),
    ).to.deep.equal([['offeredAt']]);
  });

  it('reporting success on another version changes nothing and is answered with the upgrade again', () => {
    expect(decide(upgrade({ offeredAt: t(0) }), report('success'))).to.deep.equal(QUIETLY_OFFERED);
  });

  it('reporting on another upgrade changes nothing and is answered with this one', () => {
    for (const state of ['downloading', 'success', 'failure', 'aborted'] as const) {
      expect(decide(upgrade({ offeredAt: t(0) }), report(state, { id: 6 }))).to.deep.equal(QUIETLY_OFFERED);
    }
  });

  // docs/interface.md#heartbeat-1
  it('reporting that another upgrade is being installed is offered none', () => {
    for (const offeredAt of [null, t(0)])
      expect(decide(upgrade({ offeredAt }), report('installing', { id: 6 }))).to.deep.equal(NOTHING);
  });
});
