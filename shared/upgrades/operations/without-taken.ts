import type { UpgradeStores } from '../deps.js';
import type { PendingSchedule } from '../stores/pending-fields.js';
import type { TargetDevice } from '../stores/target-store.js';

/** Those of at most 1,000 devices without an upgrade of a later request, or one of this schedule that was deleted or taken over. */
export async function withoutTaken<Device extends TargetDevice>(
  { pending }: Pick<UpgradeStores, 'pending'>,
  schedule: Pick<PendingSchedule, '_id' | 'organisationId'>,
  devices: readonly Device[],
): Promise<Device[]> {
  if (devices.length === 0) return [];
  const [later, withdrawn] = await Promise.all([
    pending.requestedLater(schedule, devices),
    pending.withdrawn(schedule, devices),
  ]);
  return devices.filter(({ _id }) => !later.has(_id) && !withdrawn.has(_id));
}
