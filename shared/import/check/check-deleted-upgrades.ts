import { valuesOf, type CheckSection } from './check.js';
import { checkReference } from './check-reference.js';
import { checkScheduleReferences } from './check-schedule-references.js';
import { findDevices } from './find-devices.js';

/** Deletions name a device and schedules of their organisation. At most three round trips for references not known yet. */
export const checkDeletedUpgrades: CheckSection<'deleted_upgrades'> = async (check, located) => {
  const { organisations } = check.known;
  await organisations.load(valuesOf(located, (entry) => entry.organisation_id));
  const devices = await findDevices(
    check,
    valuesOf(located, (entry) => entry.router_inventory_id),
  );
  for (const { path, entry } of located) {
    const { id, organisation_id: organisationId, router_inventory_id: deviceId } = entry;
    if (id !== undefined) check.idsOf('deleted_upgrades').add(Number(id.split(':')[0]), organisationId ?? 0);
    if (organisationId !== undefined && !organisations.get(organisationId)) {
      check.faults.add(`${path}.organisation_id`, `there is no organisation ${organisationId}`);
    }
    if (deviceId === undefined) continue;
    const device = devices.get(deviceId);
    checkReference(check, `${path}.router_inventory_id`, 'device', deviceId, organisationId, device);
  }
  const named = located.flatMap(({ path, entry: { schedule_ids = [], organisation_id: organisationId } }) =>
    schedule_ids.map((id, index) => ({ path: `${path}.schedule_ids[${index}]`, id, organisationId })),
  );
  await checkScheduleReferences(check, named);
};
