import { readScope, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { SsidDeps } from '../deps.js';
import { revealSsid, type SsidView } from './reveal-ssid.js';

/**
 * One SSID that the caller sees (docs/interface.md#ssid-show).
 * @throws AppError ssidNotFound
 */
export async function showSsid(deps: SsidDeps, caller: Caller, id: number): Promise<SsidView> {
  const scope = readScope(caller);
  const record = await deps.stores.ssids.find(scope, id);
  if (!record) throw new AppError('ssidNotFound', { details: { id } });
  const network = await deps.stores.networks.find(scope, record.networkId);
  return revealSsid(deps, caller, record, network?.networkName ?? null);
}
