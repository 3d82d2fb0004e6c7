import { expect } from 'chai';
import { Deafness } from '../../../shared/deaf-periods/domain/deafness.js';
import { decideOnDeadline } from '../../../shared/upgrades/domain/upgrade-deadline.js';
import type { Change, DispatchedUpgrade } from '../../../shared/upgrades/domain/upgrade-change.js';
import { DISPATCHED_STATUSES } from '../../../shared/upgrades/domain/upgrade-status.js';
import { RULES, steady, t, upgrade } from './upgrade-fixture.js';

function sweep(
  from: DispatchedUpgrade,
  at: Date,
  heard: Date | null = null,
  version: string | null = '1.0.0',
): Change | null {
  return decideOnDeadline(from, heard, version, at, RULES, steady);
}

describe('the sweep before a deadline', () => {
  for (const status of DISPATCHED_STATUSES) {
    it(`does not change a ${status} upgrade`, () => {
      const from = upgrade({ status });
      expect(sweep(from, new Date(from.deadlineAt.getTime() - 1))).to.equal(null);
    });
  }
});

describe('the sweep at the deadline of a Queued upgrade', () => {
  it('makes it Expired when the device did not ask for it', () => {
    expect(sweep(upgrade(), t(86_400))).to.deep.equal({
      from: 'Queued',
      to: 'Expired',
      event: 'windowPassed',
      set: {
        statusSince: t(86_400),
        message: 'The device did not ask for it within 24 h',
        cause: 'not_reached',
      },
    });
  });

  it('names the offer in the message when the device was offered it', () => {
    const change = decideOnDeadline(
      upgrade({ offeredAt: t(5), deadlineAt: t(90) }),
      t(80),
      '1.0.0',
      t(90),
      { ...RULES, windowS: 90 },
      steady,
    );
    expect(change?.to).to.equal('Expired');
    expect(change?.set.message).to.equal('The device was offered it and did not begin within 90 s');
  });
});

describe('the sweep at the deadline of a Downloading upgrade', () => {
  // docs/interface.md#upgrade-4
  it('queues it for another try after the retry delay', () => {
    expect(sweep(upgrade({ status: 'Downloading', attempts: 3 }), t(1800), t(1790))).to.deep.equal({
      from: 'Downloading',
      to: 'Queued',
      event: 'downloadFailed',
      set: {
        statusSince: t(1800),
        message: 'Download failed (try 3 of 4): no progress for 30 min',
        attempts: 3,
        progress: null,
        nextAttemptAt: t(1800 + 240),
        deadlineAt: t(1800 + 240 + 86_400),
      },
    });
  });

  it('makes it Failed when no try is left', () => {
    const change = sweep(upgrade({ status: 'Downloading', attempts: 4 }), t(1800));
    expect(change).to.include({ from: 'Downloading', to: 'Failed', event: 'downloadExhausted' });
    expect(change?.set.message).to.equal('Download failed (try 4 of 4): no report for 30 min');
  });
});

describe('the sweep at the deadline of an Installing upgrade', () => {
  const from = upgrade({ status: 'Installing' });

  // docs/interface.md#upgrade-4
  it('makes it Failed as stalled when the device was heard within DOWN_AFTER_S before the deadline', () => {
    for (const heard of [t(1620), t(1810)]) {
      const change = sweep(from, t(1830), heard);
      expect(change).to.include({ to: 'Failed', event: 'stalled' });
      expect(change?.set.message).to.equal('No progress for 30 min while installing 2.0.0');
    }
  });

  it('makes it Failed as silent when it was not heard so long', () => {
    const change = sweep(from, t(1800), t(1619));
    expect(change).to.deep.include({ to: 'Failed', event: 'installFailed' });
    expect(change?.set).to.include({ cause: 'silent', message: 'Went silent while installing 2.0.0' });
  });

  it('makes it Failed after the step timeout without a heartbeat', () => {
    const change = sweep(from, t(1800), t(0));
    expect(change).to.include({ to: 'Failed', event: 'installFailed' });
    expect(change?.set.message).to.equal('Not heard of for 30 min while installing 2.0.0');
    expect(sweep(from, t(1801), null)?.to).to.equal('Failed');
  });

  // docs/interface.md#upgrade-4
  it('makes it Failed after two step timeouts, whatever its progress', () => {
    const grown = upgrade({ status: 'Installing', progress: 98, deadlineAt: t(3600) });
    const change = sweep(grown, t(3600), t(3590));
    expect(change).to.include({ event: 'stalled' });
    expect(change?.set.message).to.equal('Not installed 2.0.0 within 1 h');
  });

  it('leaves out the time in which the service was deaf', () => {
    const deaf = new Deafness([{ from: t(600).getTime(), to: t(1600).getTime() }], null, 300);
    const judged = (at: Date, deadlineAt: Date): Change | null =>
      decideOnDeadline({ ...from, deadlineAt }, at, '1.0.0', at, RULES, steady, deaf);
    for (const deadline of [1800, 3600]) {
      expect(judged(t(deadline + 999), t(deadline))).to.equal(null);
      expect(judged(t(deadline + 1000), t(deadline))).to.include({ event: 'stalled' });
    }
  });
});

describe('the sweep at the deadline of a Verifying upgrade', () => {
  const from = upgrade({ status: 'Verifying' });

  it('makes it a Success when the device was up on the version at the end of the soak', () => {
    const change = sweep(from, t(310), t(120), '2.0.0');
    expect(change).to.include({ to: 'Success', event: 'soaked' });
    expect(change?.set).to.include({ message: null, progress: 100 });
  });

  it('makes it a Success however late the sweep runs', () => {
    expect(sweep(from, t(90_000), t(290), '2.0.0')?.to).to.equal('Success');
  });

  it('makes it Failed when the device was silent at the end of the soak', () => {
    const change = sweep(from, t(310), t(119), '2.0.0');
    expect(change).to.include({ to: 'Failed', event: 'soakBroken' });
    expect(change?.set.message).to.equal('Went silent after it had started 2.0.0');
  });

  it('makes it Failed when the device went back to another version', () => {
    const change = sweep(from, t(310), t(300), '1.0.0');
    expect(change).to.include({ to: 'Failed', event: 'soakBroken' });
    expect(change?.set.message).to.equal('Went back to 1.0.0 from 2.0.0');
  });

  it('makes it Failed when the device is no longer in the inventory', () => {
    expect(sweep(from, t(310), null, null)?.to).to.equal('Failed');
  });
});
