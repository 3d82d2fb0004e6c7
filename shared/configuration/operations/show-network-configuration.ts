import type { Caller } from '../../access/domain/access.js';
import { findNetwork } from '../../inventory/operations/show-network.js';
import { AppError } from '../../platform/errors/app-error.js';
import { decryptSsid } from '../../ssids/operations/reveal-ssid.js';
import type { LeftOut } from '../domain/document.js';
import { networkCanaryOf, type NetworkCanary } from '../domain/network-canary.js';
import { renderSsid } from '../domain/render-ssid.js';
import type { NetworkConfigurationRecord } from '../../inventory/models/network-configuration.js';
import type { FetchDeps } from './fetch-documents.js';

/** The settings of one network as documents have them. */
export interface NetworkConfigurationView {
  /** Null while the settings of the network have never changed. */
  readonly record: NetworkConfigurationRecord | null;
  /** The tests of the settings and their hold; null without a record. */
  readonly canary: NetworkCanary | null;
  /** The enabled SSIDs that no document has. */
  readonly leftOut: readonly LeftOut[];
}

/** @throws AppError networkNotFound; overloaded while this API must not render */
export async function showNetworkConfiguration(
  deps: FetchDeps,
  caller: Caller,
  networkId: number,
): Promise<NetworkConfigurationView> {
  const { stores } = deps;
  const { organisationId } = await findNetwork(deps, caller, networkId);
  const network = { organisationId, networkId };
  const { isCurrent, meanings } = await deps.knownSequences.installation();
  if (!isCurrent) throw new AppError('overloaded');
  const [record, ssids] = await Promise.all([
    stores.networkSequences.find(network),
    stores.documents.ssids([network]),
  ]);
  const byId = [...(ssids.get(networkId) ?? [])].sort((one, other) => one._id - other._id);
  const leftOut = byId.flatMap((found): LeftOut[] => {
    const ssid = decryptSsid(deps, found);
    if (!ssid.is_enabled) return [];
    const rendered = renderSsid(meanings, found._id, ssid);
    return 'leftOut' in rendered ? [rendered.leftOut] : [];
  });
  return { record, canary: record && networkCanaryOf(record, deps.env), leftOut };
}
