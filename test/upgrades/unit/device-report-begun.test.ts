import { expect } from 'chai';
import { NOTHING, QUIETLY_OFFERED, RULES, decide, report, t, upgrade } from './upgrade-fixture.js';

describe('a heartbeat while the upgrade is Downloading', () => {
  const from = upgrade({ status: 'Downloading', progress: 40 });

  it('reporting progress updates progress and deadline', () => {
    expect(decide(from, report('downloading', { progress: 55 }))).to.deep.equal({
      changes: [
        { from: 'Downloading', to: 'Downloading', event: null, set: { progress: 55, deadlineAt: t(1860) } },
      ],
      offer: false,
    });
  });

  // docs/interface.md#upgrade-4
  it('reporting no more progress than before does not move the deadline', () => {
    const { changes } = decide(from, report('downloading', { progress: 30, message: 'slow' }));
    expect(changes.map(({ set }) => set)).to.deep.equal([{ message: 'slow' }]);
    for (const heard of [report('downloading'), report('downloading', { progress: 40 })])
      expect(decide(from, heard)).to.deep.equal(NOTHING);
  });

  // docs/interface.md#upgrade-4
  it('moves the deadline with every report while none has carried progress', () => {
    const mute = { ...from, progress: null };
    expect(decide(mute, report('downloading')).changes[0]?.set).to.deep.equal({ deadlineAt: t(1860) });
    const first = decide(mute, report('downloading', { progress: 0 }));
    expect(first.changes[0]?.set).to.deep.equal({ progress: 0, deadlineAt: t(1860) });
  });

  // docs/interface.md#upgrade-5
  it('of a device that has restarted ends the try, unless it reports the upgrade', () => {
    for (const heard of [{}, report('downloading', { id: 8 })]) {
      const { changes, offer } = decide(from, { isRestart: true, ...heard });
      expect(offer).to.equal(false);
      expect(changes).to.have.length(1);
      expect(changes[0]).to.include({ to: 'Queued', event: 'downloadFailed' });
      expect(changes[0]?.set).to.deep.include({ attempts: 1, nextAttemptAt: t(120) });
    }
    const resumed = decide(from, { isRestart: true, ...report('downloading', { progress: 41 }) });
    expect(resumed.changes[0]).to.include({ to: 'Downloading' });
    const last = decide({ ...from, attempts: 4 }, { isRestart: true });
    expect(last.changes[0]).to.include({ to: 'Failed', event: 'downloadExhausted' });
  });

  it('reporting installing makes it Installing in the same try', () => {
    const { changes } = decide(from, report('installing'));
    expect(changes).to.have.lengthOf(1);
    expect(changes[0]).to.include({ from: 'Downloading', to: 'Installing', event: 'reportedInstalling' });
    expect(changes[0]?.set).to.include({ attempts: 1, progress: 0 });
    expect(changes[0]?.set.deadlineAt).to.deep.equal(t(1860));
  });

  it('reporting failure with tries left makes it Queued for a later try', () => {
    expect(decide({ ...from, attempts: 2 }, report('failure', { message: 'checksum' }))).to.deep.equal({
      changes: [
        {
          from: 'Downloading',
          to: 'Queued',
          event: 'downloadFailed',
          set: {
            statusSince: t(60),
            message: 'Download failed (try 2 of 4): checksum',
            attempts: 2,
            progress: null,
            nextAttemptAt: t(180),
            deadlineAt: t(180 + 86_400),
          },
        },
      ],
      offer: false,
    });
  });

  it('reporting failure of the last try makes it Failed', () => {
    const { changes } = decide({ ...from, attempts: 4 }, report('failure', { message: 'checksum' }));
    expect(changes).to.have.lengthOf(1);
    expect(changes[0]).to.include({ from: 'Downloading', to: 'Failed', event: 'downloadExhausted' });
    expect(changes[0]?.set.message).to.equal('Download failed (try 4 of 4): checksum');
  });

  it('reporting the first failure makes it Failed when only one try is allowed', () => {
    const { changes } = decide(from, report('failure'), { ...RULES, maxAttempts: 1 });
    expect(changes.map((change) => change.to)).to.deep.equal(['Failed']);
  });

  it('without a report, or reporting success early, changes nothing', () => {
    expect(decide(from, {})).to.deep.equal(NOTHING);
    expect(decide(from, report('success'))).to.deep.equal(NOTHING);
  });

  it('reporting on another upgrade changes nothing and is answered with this one', () => {
    expect(decide(from, report('failure', { id: 8 }))).to.deep.equal(QUIETLY_OFFERED);
  });

  it('on the version makes it Verifying, whatever it reports', () => {
    for (const heard of [{}, report('downloading'), report('failure'), report('success', { id: 3 })]) {
      const { changes, offer } = decide(from, { firmwareVersion: '2.0.0', ...heard });
      expect(offer).to.equal(false);
      expect(changes.map((change) => change.to)).to.deep.equal(['Verifying']);
      expect(changes[0]?.set).to.include({ attempts: 1, message: null });
    }
  });
});

describe('a heartbeat while the upgrade is Installing', () => {
  const from = upgrade({ status: 'Installing', progress: 40 });

  it('reporting more progress updates progress', () => {
    expect(decide(from, report('installing', { progress: 41 })).changes).to.deep.equal([
      { from: 'Installing', to: 'Installing', event: null, set: { progress: 41, deadlineAt: t(1860) } },
    ]);
  });

  it('reporting no more progress, or the previous step, changes nothing', () => {
    expect(decide(from, report('installing', { progress: 40 }))).to.deep.equal(NOTHING);
    expect(decide(from, report('installing'))).to.deep.equal(NOTHING);
    expect(decide(from, report('downloading', { progress: 99 }))).to.deep.equal(NOTHING);
  });

  it('reporting failure makes it Failed without another try', () => {
    const { changes, offer } = decide(from, report('failure', { message: 'bad block' }));
    expect(offer).to.equal(false);
    expect(changes.map(({ from: a, to: b, event }) => [a, b, event])).to.deep.equal([
      ['Installing', 'Failed', 'installFailed'],
    ]);
    expect(changes[0]?.set.message).to.equal('Installation failed: bad block');
  });

  for (const [title, heard] of [
    ['no report', {}],
    ['a report of success', report('success')],
    ['no report and a recent restart', { uptimeSeconds: 20 }],
    ['no report and an uptime within ten minutes of its start', { uptimeSeconds: 660 }],
  ] as const) {
    it(`on another version with ${title} makes it Failed`, () => {
      const { changes, offer } = decide(from, heard);
      expect(offer).to.equal(false);
      expect(changes.map((change) => change.to)).to.deep.equal(['Failed']);
      expect(changes[0]?.set.message).to.equal('Came back on 1.0.0 instead of 2.0.0');
    });
  }

  it('on another version with an uptime since long before it began is late and changes nothing', () => {
    expect(decide(from, { uptimeSeconds: 661 })).to.deep.equal(NOTHING);
  });

  it('reporting on another upgrade changes nothing and is answered without an upgrade', () => {
    expect(decide(from, report('success', { id: 3 }))).to.deep.equal(NOTHING);
    expect(decide(from, { at: t(1801), ...report('success', { id: 3 }) })).to.deep.equal(NOTHING);
  });

  // docs/interface.md#upgrade-4
  it('reporting more progress extends its time to two step timeouts in all', () => {
    const { changes } = decide(from, { at: t(2000), ...report('installing', { progress: 90 }) });
    expect(changes[0]?.set).to.deep.equal({ progress: 90, deadlineAt: t(3600) });
  });

  it('on the version makes it Verifying until the end of the soak', () => {
    const { changes } = decide(from, { firmwareVersion: '2.0.0' });
    expect(changes.map((change) => change.to)).to.deep.equal(['Verifying']);
    expect(changes[0]?.set.deadlineAt).to.deep.equal(t(360));
  });
});
