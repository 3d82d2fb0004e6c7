import { newEntry, SYSTEM } from '../../audit/domain/audit-entry.js';
import type { DeviceRef } from '../../inventory/stores/device-ref.js';
import type { UcentralDeps } from '../deps.js';

/** The authority of a certificate that was refused, or the addresses of connections that replaced each other. */
type Conflict = { readonly authority: string } | { readonly public_ips: readonly string[] };

/**
 * Audits that the identity of a device is disputed, at most once an hour and device: a certificate of it was refused because
 * another authority than that of its first connection has issued it, or its connections come from two addresses and replace
 * each other. The alert of the conflict lasts for a day after it.
 */
export async function noteConflict(
  { stores, now }: Pick<UcentralDeps, 'stores' | 'now'>,
  device: DeviceRef,
  conflict: Conflict,
): Promise<void> {
  const { organisationId, deviceId } = device;
  const at = now();
  const of = 'authority' in conflict ? 'authority' : 'addresses';
  await stores.transactUncounted(async (session) => {
    if (!(await stores.ucentralDevices.noteConflict(device, of, at, session))) return;
    const subject = `device:${deviceId}`;
    const entry = newEntry(
      { organisationId, at, action: 'device.identity_conflict', subject, after: conflict },
      SYSTEM,
    );
    await stores.audit.write([entry], session);
  });
}
