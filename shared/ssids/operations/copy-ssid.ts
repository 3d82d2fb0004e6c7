import type { Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import { ERRORS } from '../../platform/errors/catalogue.js';
import type { SsidDeps } from '../deps.js';
import { createSsid } from './create-ssid.js';
import { findSsidToChange } from './find-ssid.js';
import { decryptSsid } from './reveal-ssid.js';

/** What became of the copy to one network. */
export interface CopyResult {
  readonly networkId: number;
  /** The new SSID; null when it was not created. */
  readonly ssidId: number | null;
  /** Why it was not created. */
  readonly refusal: { readonly code: number | null; readonly text: string } | null;
}

/**
 * Creates an SSID with the fields and the key of another one in each of some networks, one after the other. What create
 * refuses is the result of that network. Devices that the SSID is limited to belong to its own network and are left out.
 * @throws AppError ssidNotFound; forbidden without full access to the network of the SSID
 */
export async function copySsid(
  deps: SsidDeps,
  caller: Caller,
  { id, networkIds }: { readonly id: number; readonly networkIds: readonly number[] },
): Promise<CopyResult[]> {
  const record = await findSsidToChange(deps, caller, id);
  const ssid = decryptSsid(deps, record);
  const targets = ssid.associated_aps_and_tags.filter((target) => !target.startsWith('AP:'));
  const input = { ...ssid, associated_aps_and_tags: targets };
  const results: CopyResult[] = [];
  for (const networkId of new Set(networkIds)) {
    try {
      const { id: ssidId } = await createSsid(deps, caller, { networkId, ssidId: undefined, input });
      results.push({ networkId, ssidId, refusal: null });
    } catch (error) {
      if (!(error instanceof AppError) || ERRORS[error.refusal].status >= 500) throw error;
      const { errors } = error.details as { errors?: string };
      results.push({
        networkId,
        ssidId: null,
        refusal: { code: ERRORS[error.refusal].code, text: errors ?? error.message },
      });
    }
  }
  return results;
}
