import { expect } from 'chai';
import { decideOnDeadline } from '../../../shared/upgrades/domain/upgrade-deadline.js';
import {
  NO_DEADLINE,
  type Change,
  type DispatchedUpgrade,
} from '../../../shared/upgrades/domain/upgrade-change.js';
import { membershipIn } from '../../fixtures/records/rollout-fixture.js';
import { RULES, steady, t, upgrade } from './upgrade-fixture.js';

/** At the end of the time in which its device had to ask for it, or to begin it. */
const END = 90;

function queued(ignored: number, given: Partial<DispatchedUpgrade> = {}): DispatchedUpgrade {
  const membership = membershipIn(1, { hasSlot: true, ignored });
  return upgrade({ offeredAt: t(5), deadlineAt: t(END), ...membership, ...given });
}

function sweep(from: DispatchedUpgrade, heard: Date | null, at = t(END)): Change | null {
  return decideOnDeadline(from, heard, '1.0.0', at, { ...RULES, windowS: 60 }, steady);
}

describe('the sweep at the deadline of a Queued upgrade of a rollout', () => {
  // docs/rollouts.md#slots-2
  it('makes it Pending again when it was not offered, also after UPGRADE_WINDOW_S', () => {
    for (const at of [t(END), t(100_000)])
      expect(sweep(queued(0, { offeredAt: null }), null, at)).to.deep.include({
        to: 'Pending',
        event: 'offerMissed',
      });
  });

  // docs/rollouts.md#slots-3
  it('takes the slot of one that its device ignored, and keeps it Queued', () => {
    for (const ignored of [0, 1])
      expect(sweep(queued(ignored), t(END))).to.deep.equal({
        from: 'Queued',
        to: 'Queued',
        event: null,
        set: { deadlineAt: NO_DEADLINE, hasSlot: false, ignored: ignored + 1, missedAt: t(END) },
      });
  });

  // docs/rollouts.md#slots-3
  it('makes it Expired after the third time only if the device kept sending heartbeats', () => {
    const silentSince = END - RULES.downAfterS;
    expect(sweep(queued(2), t(silentSince))).to.deep.include({ to: 'Expired', event: 'notBegun' });
    for (const heard of [t(silentSince - 1), null])
      expect(sweep(queued(2), heard)).to.deep.include({ to: 'Queued', event: null });
    expect(sweep(queued(5), t(END))).to.deep.include({ to: 'Expired' });
  });
});
