import type { DeviceRef } from '../../inventory/stores/device-ref.js';
import type { UcentralDeps } from '../deps.js';
import { noteConflict } from './note-conflict.js';

/** So many replaced connections in this time are a conflict. */
const REPLACED = 3;
const WITHIN_MS = 600_000;

/**
 * Notes that a connection found itself replaced by a newer one of the same device. When three were in ten minutes, each by
 * one from another address, two devices have the same certificate.
 * @param address that of the connection that was replaced
 */
export async function noteReplaced(
  deps: Pick<UcentralDeps, 'stores' | 'now'>,
  device: DeviceRef,
  address: string,
): Promise<void> {
  const at = deps.now();
  const noted = await deps.stores.ucentralDevices.noteReplaced(device, address, at);
  const first = noted?.replacedAt?.at(-REPLACED);
  if (!noted?.publicIp || !first || at.getTime() - first.getTime() > WITHIN_MS) return;
  await noteConflict(deps, device, { public_ips: [address, noted.publicIp] });
}
