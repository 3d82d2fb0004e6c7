import { inScope, mayChange, readScope, writeScope, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { SsidDeps } from '../deps.js';
import { ssidEntry } from './ssid-entry.js';
import type { SsidReceipt } from './ssid-request.js';

/** A try fails only when another request changes the SSID in between. */
const MAX_TRIES = 64;

/**
 * Deletes an SSID (docs/interface.md#ssid-destroy). Without full access to its network the caller gets ssidNotFound; a
 * viewer with read access gets forbidden. If another request deletes the SSID first, the result is ssidDeleteFailed.
 * @throws AppError ssidNotFound, forbidden, ssidDeleteFailed
 */
export async function destroySsid(
  { stores, now }: SsidDeps,
  caller: Caller,
  id: number,
): Promise<SsidReceipt> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const ssid = await stores.ssids.find(readScope(caller), id);
    if (!ssid && tries > 0) break;
    if (!ssid) throw new AppError('ssidNotFound', { details: { id } });
    if (!mayChange(caller)) throw new AppError('forbidden');
    const scope = writeScope(caller);
    if (!inScope(scope, ssid.networkId)) throw new AppError('ssidNotFound', { details: { id } });
    const { networkId, ssidName, settings, wpaKey } = ssid;
    const before = { ssid_name: ssidName, wpa_key: wpaKey && 'set', ...settings };
    const entry = ssidEntry(caller, 'ssid.deleted', { id, networkId, at: now() }, before, null);
    if (await stores.ssids.remove(scope, ssid, entry)) return { id, ssidName: ssid.ssidName };
  }
  throw new AppError('ssidDeleteFailed', { details: { id } });
}
