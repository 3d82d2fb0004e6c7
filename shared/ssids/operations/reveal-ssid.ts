import { inScope, writeScope, type Caller } from '../../access/domain/access.js';
import { defaultSsid, type Ssid } from '../domain/ssid-fields.js';
import { decryptWpaKey } from '../domain/wpa-key.js';
import type { NetworkSsidRecord } from '../models/network-ssid.js';
import type { SsidDeps } from '../deps.js';

/** An SSID with the fields that the caller may see. */
export interface SsidView {
  readonly id: number;
  readonly networkId: number;
  /** Null when the network's record is gone. */
  readonly networkName: string | null;
  readonly ssid: Ssid;
}

/** The fields of a stored SSID that it is shown by. */
export type StoredSsid = Pick<NetworkSsidRecord, '_id' | 'ssidName' | 'settings' | 'wpaKey'>;

/** The whole SSID with its key in clear text; null for a key that cannot be decrypted. */
export function decryptSsid({ env, log }: Pick<SsidDeps, 'env' | 'log'>, record: StoredSsid): Ssid {
  return {
    ...defaultSsid(),
    ...record.settings,
    ssid_name: record.ssidName,
    wpa_key: record.wpaKey && decrypt(),
  };

  function decrypt(): string | null {
    try {
      return record.wpaKey && decryptWpaKey(env.encryptionKeys, record._id, record.wpaKey);
    } catch (error) {
      log.warn({ err: error, ssid: record._id }, 'A wpa_key cannot be decrypted');
      return null;
    }
  }
}

/** Shows the key only to a caller with full access to the network, never to a viewer (docs/interface.md#ssids). */
export function revealSsid(
  deps: SsidDeps,
  caller: Caller,
  record: NetworkSsidRecord,
  networkName: string | null,
): SsidView {
  const mayKnowKey = inScope(writeScope(caller), record.networkId);
  const ssid = decryptSsid(deps, mayKnowKey ? record : { ...record, wpaKey: null });
  return { id: record._id, networkId: record.networkId, networkName, ssid };
}
