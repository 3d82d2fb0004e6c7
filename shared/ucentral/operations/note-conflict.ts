import { newEntry, SYSTEM } from '../../audit/domain/audit-entry.js';
import type { DeviceRef } from '../../inventory/stores/device-ref.js';
import type { UcentralDeps } from '../deps.js';

/**
 * Audits that a certificate of a device was refused because another authority than that of its first connection has issued
 * it, at most once an hour and device. The alert of the conflict lasts for a day after it.
 */
export async function noteConflict(
  { stores, now }: Pick<UcentralDeps, 'stores' | 'now'>,
  device: DeviceRef,
  authority: string,
): Promise<void> {
  const { organisationId, deviceId } = device;
  const at = now();
  await stores.transactUncounted(async (session) => {
    if (!(await stores.ucentralDevices.noteConflict(device, at, session))) return;
    const subject = `device:${deviceId}`;
    const after = { authority };
    const entry = newEntry(
      { organisationId, at, action: 'device.identity_conflict', subject, after },
      SYSTEM,
    );
    await stores.audit.write([entry], session);
  });
}
