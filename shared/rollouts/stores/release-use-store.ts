import type { FirmwareReleaseRecord } from '../../firmware/models/firmware-release.js';
import { DISPATCHED_STATUSES } from '../../upgrades/domain/upgrade-status.js';
import { STARTED_STATES } from '../domain/rollout-state.js';
import type { RolloutModels } from '../models/models.js';

/** What uses a release: open rollouts, and upgrades that have not ended. */
export interface ReleaseUse {
  readonly rolloutIds: readonly number[];
  readonly upgrades: number;
}

type ReleaseRef = Pick<FirmwareReleaseRecord, '_id' | 'organisationId'>;
type Found = readonly { readonly _id: number | null; readonly count: number }[];

const EVER = { $gt: new Date(0) };

/** The users of firmware releases. Reads the open upgrades of the owner, for a release of the installation those of all. */
export function createReleaseUseStore({ upgrades, rollouts }: RolloutModels) {
  const byRollout = (match: object, hint: string): Promise<Found> =>
    upgrades
      .aggregate<Found[number]>([{ $match: match }, { $group: { _id: '$rolloutId', count: { $sum: 1 } } }], {
        hint,
      })
      .exec();

  async function openUpgrades({ _id: releaseId, organisationId }: ReleaseRef): Promise<Found> {
    if (organisationId !== null) {
      const status = { $in: ['', ...DISPATCHED_STATUSES] };
      return byRollout({ organisationId, status, releaseId }, 'sort_status');
    }
    const pending = await byRollout({ status: '', dueAt: EVER, releaseId }, 'pending_due');
    return [...pending, ...(await byRollout({ inFlight: true, deadlineAt: EVER, releaseId }, 'deadline_id'))];
  }

  async function openRollouts({ _id: releaseId, organisationId }: ReleaseRef): Promise<number[]> {
    const owner = organisationId === null ? {} : { organisationId };
    const found = await rollouts
      .find({ ...owner, state: { $in: STARTED_STATES }, releaseId }, { _id: 1 })
      .hint(organisationId === null ? 'state_tick' : 'organisation_state')
      .lean();
    return found.map(({ _id }) => _id);
  }

  return {
    async of(release: ReleaseRef): Promise<ReleaseUse> {
      const [groups, open] = await Promise.all([openUpgrades(release), openRollouts(release)]);
      const ids = new Set([...open, ...groups.flatMap(({ _id }) => _id ?? [])]);
      return {
        rolloutIds: [...ids].sort((a, b) => a - b),
        upgrades: groups.reduce((sum, { count }) => sum + count, 0),
      };
    },
    /** The number of pending upgrades of a release outside of rollouts. */
    async plainPending(organisationId: number, releaseId: number): Promise<number> {
      const plain = { organisationId, status: '', releaseId, inRollout: { $ne: true } } as const;
      return upgrades.countDocuments(plain, { hint: 'sort_status' });
    },
  };
}
