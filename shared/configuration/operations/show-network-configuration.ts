import type { Caller } from '../../access/domain/access.js';
import { findNetwork } from '../../inventory/operations/show-network.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Ssid } from '../../ssids/domain/ssid-fields.js';
import { decryptSsid, type StoredSsid } from '../../ssids/operations/reveal-ssid.js';
import type { LeftOut } from '../domain/document.js';
import { undoOf, type ComparedSettings, type Undo } from '../domain/held-change.js';
import { networkCanaryOf, type NetworkCanary } from '../domain/network-canary.js';
import { renderSsid } from '../domain/render-ssid.js';
import type { BaseSettings } from '../records/domain/network-configuration.js';
import type { NetworkConfigurationRecord } from '../records/models/network-configuration.js';
import { serversBefore } from '../domain/network-sources.js';
import type { FetchDeps } from './fetch-documents.js';
import { readLiveSettings } from './live-settings.js';
import { openRadiusServer } from './open-radius-server.js';

/** The settings of one network as documents have them. */
export interface NetworkConfigurationView {
  /** Null while the settings of the network have never changed. */
  readonly record: NetworkConfigurationRecord | null;
  /** The tests of the settings and their hold; null without a record. */
  readonly canary: NetworkCanary | null;
  /** What leads back to the base; null when there is none, and when nothing has changed since. */
  readonly undo: Undo | null;
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
  const { organisationId, timeZone, radio = null } = await findNetwork(deps, caller, networkId);
  const network = { organisationId, networkId };
  const { isCurrent, meanings } = await deps.knownSequences.installation();
  if (!isCurrent) throw new AppError('overloaded');
  const record = await stores.networkSequences.find(network);
  const records = new Map(record ? [[networkId, record]] : []);
  const { settings } = await readLiveSettings(deps, [network], records);
  const { ssids = [], servers = new Map() } = settings.get(networkId) ?? {};
  const byId = [...ssids].sort((one, other) => one.id - other.id);
  const leftOut = byId.flatMap((source): LeftOut[] => {
    if (!source.ssid.is_enabled) return [];
    const rendered = renderSsid(meanings, source);
    return 'leftOut' in rendered ? [rendered.leftOut] : [];
  });
  const canary = record && networkCanaryOf(record, deps.env);
  const hasBase = canary !== null && canary.baseSeq !== null;
  const live = { ssids: new Map(byId.map(({ id, ssid }) => [id, ssid])), servers, zone: timeZone, radio };
  const undo = hasBase && record?.base ? undoTo(deps, record.base, canary, live) : null;
  return { record, canary, undo, leftOut };
}

function undoTo(
  deps: FetchDeps,
  base: BaseSettings,
  { settings: { confirmWithinS } }: NetworkCanary,
  {
    ssids,
    servers,
    zone,
    radio,
  }: Pick<ComparedSettings, 'servers' | 'radio'> & {
    readonly ssids: ReadonlyMap<number, Ssid>;
    readonly zone: string | null | undefined;
  },
): Undo | null {
  // Documents show UTC for a network without a time zone.
  const timeZone = zone ?? 'UTC';
  const former = base.ssids.map(({ id, before }): [number, Ssid | null] => [
    id,
    before && decryptSsid(deps, before as StoredSsid),
  ]);
  const before = {
    ssids: new Map(former),
    servers: serversBefore(base, servers, { server: (image) => openRadiusServer(deps, image) }),
    timeZone: base.timeZone ?? timeZone,
    radio: base.radio === undefined ? radio : base.radio,
    confirmWithinS: base.confirmWithinS ?? confirmWithinS,
  };
  return undoOf(before, { ssids, servers, timeZone, radio, confirmWithinS });
}
