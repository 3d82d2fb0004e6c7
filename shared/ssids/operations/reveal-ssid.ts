import { inScope, writeScope, type Caller } from '../../access/domain/access.js';
import { defaultSsid, type Ssid } from '../domain/ssid-fields.js';
import { openWpaKey } from '../domain/wpa-key.js';
import type { NetworkSsidRecord } from '../models/network-ssid.js';
import type { SsidDeps } from '../deps.js';

/** An SSID as its caller may know it. */
export interface SsidView {
  readonly id: number;
  readonly networkId: number;
  /** null when the network's record is gone. */
  readonly networkName: string | null;
  readonly ssid: Ssid;
}

/** The whole SSID with its key in clear text; null for a key that cannot be opened. No round trip. */
export function openSsid({ env, log }: Pick<SsidDeps, 'env' | 'log'>, record: NetworkSsidRecord): Ssid {
  return {
    ...defaultSsid(),
    ...record.settings,
    ssid_name: record.ssidName,
    wpa_key: record.wpaKey && open(),
  };

  function open(): string | null {
    try {
      return record.wpaKey && openWpaKey(env.encryptionKeys, record._id, record.wpaKey);
    } catch (error) {
      log.warn({ err: error, ssid: record._id }, 'A wpa_key cannot be opened');
      return null;
    }
  }
}

/** The SSID with its key only for a caller with full access to the network, never for a viewer (docs/decisions.md#ssids). No round trip. */
export function revealSsid(
  deps: SsidDeps,
  caller: Caller,
  record: NetworkSsidRecord,
  networkName: string | null,
): SsidView {
  const mayKnowKey = inScope(writeScope(caller), record.networkId);
  const ssid = openSsid(deps, mayKnowKey ? record : { ...record, wpaKey: null });
  return { id: record._id, networkId: record.networkId, networkName, ssid };
}
