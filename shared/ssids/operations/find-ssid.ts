import { inScope, readScope, writeScope, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { SsidDeps } from '../deps.js';
import type { NetworkSsidRecord } from '../models/network-ssid.js';

/** An SSID that the caller may change. @throws AppError ssidNotFound, forbidden */
export async function findSsidToChange(
  { stores }: SsidDeps,
  caller: Caller,
  id: number | undefined,
): Promise<NetworkSsidRecord> {
  const record = id === undefined ? null : await stores.ssids.find(readScope(caller), id);
  if (!record) throw new AppError('ssidNotFound', { details: { id } });
  if (!inScope(writeScope(caller), record.networkId)) throw new AppError('forbidden');
  return record;
}
