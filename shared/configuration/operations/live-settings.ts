import { LRUCache } from 'lru-cache';
import { decryptSsid } from '../../ssids/operations/reveal-ssid.js';
import type { ConfigurationDeps } from '../deps.js';
import { networkCanaryOf } from '../domain/network-canary.js';
import type { LiveSources } from '../domain/network-sources.js';
import type { ConfiguredNetwork } from '../stores/document-store.js';
import type { NetworkRef } from '../records/stores/network-ref.js';
import type { RadiusSource } from '../domain/render-ssid.js';
import { radiusIdsOf, type SsidSettings } from '../../ssids/domain/ssid-fields.js';
import type { NetworkSsidRecord } from '../../ssids/models/network-ssid.js';
import { openRadiusServer } from './open-radius-server.js';

/** The settings that an API keeps, in characters of their SSIDs. */
const MAX_CHARACTERS = 16_000_000;
/** A network that is deleted and imported again begins with its first sequence again. */
const KEPT_MS = 30_000;

interface Kept {
  readonly seq: number;
  readonly settings: LiveSources;
  readonly until: number;
}

/** The settings of the networks that were read last, each at one sequence. */
export class LiveSettings {
  private readonly kept = new LRUCache<number, Kept>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ settings }) => JSON.stringify(settings.ssids).length,
  });

  /** The settings of a network at this sequence, if they are kept. */
  find(networkId: number, seq: number, at: Date): LiveSources | undefined {
    const found = this.kept.get(networkId);
    return found?.seq === seq && at.getTime() <= found.until ? found.settings : undefined;
  }

  /** Keeps settings for half a minute. */
  keep(networkId: number, seq: number, settings: LiveSources, at: Date): void {
    this.kept.set(networkId, { seq, settings, until: at.getTime() + KEPT_MS });
  }
}

export interface LiveSettingsDeps extends Pick<ConfigurationDeps, 'stores' | 'env' | 'log' | 'now'> {
  readonly liveSettings: LiveSettings;
}

/** The settings of networks, whose sequences were read before. */
export interface ReadSettings {
  readonly settings: ReadonlyMap<number, LiveSources>;
  /** Networks of which these may be later settings than their sequence says, which a canary is to test. */
  readonly torn: ReadonlySet<number>;
}

/**
 * The live settings of networks with their keys in clear text: those that are kept for the sequence of the record, and of
 * the others those in the database. After these, the sequences are read again: no device may get a change that was
 * written in between under the sequence of settings that have passed.
 */
export async function readLiveSettings(
  deps: LiveSettingsDeps,
  networks: readonly NetworkRef[],
  records: ReadonlyMap<number, ConfiguredNetwork>,
): Promise<ReadSettings> {
  const { liveSettings, stores, env, now } = deps;
  const at = now();
  const seqOf = (networkId: number): number => records.get(networkId)?.seq ?? 0;
  const settings = new Map<number, LiveSources>();
  const torn = new Set<number>();
  for (const { networkId } of networks) {
    const kept = liveSettings.find(networkId, seqOf(networkId), at);
    if (kept) settings.set(networkId, kept);
  }
  const missing = networks.filter(({ networkId }) => !settings.has(networkId));
  if (missing.length === 0) return { settings, torn };
  const [ofNetworks, ssids] = await Promise.all([
    stores.documents.networkSettings(missing),
    stores.documents.ssids(missing),
  ]);
  const servers = await readServers(deps, missing, records, ssids);
  const after = await stores.canaries.of(missing);
  for (const { networkId } of missing) {
    const ofNetwork = servers.get(networkId) ?? new Map<number, RadiusSource>();
    const { timeZone = null, radio = null } = ofNetworks.get(networkId) ?? {};
    const read = {
      networkId,
      ssids: (ssids.get(networkId) ?? []).map((ssid) => ({
        id: ssid._id,
        networkId,
        ssid: decryptSsid(deps, ssid),
        servers: ofNetwork,
      })),
      servers: ofNetwork,
      timeZone,
      radio,
    };
    settings.set(networkId, read);
    const [seq, record] = [seqOf(networkId), after.get(networkId)];
    if ((record?.seq ?? 0) === seq) {
      if (seq > 0) liveSettings.keep(networkId, seq, read, at);
    } else if (record && networkCanaryOf(record, env).baseSeq !== null) torn.add(networkId);
  }
  return { settings, torn };
}

/** The RADIUS servers that the SSIDs of each network name, now and in the base. No query when none names one. */
async function readServers(
  deps: LiveSettingsDeps,
  networks: readonly NetworkRef[],
  records: ReadonlyMap<number, ConfiguredNetwork>,
  ssids: ReadonlyMap<number, readonly NetworkSsidRecord[]>,
): Promise<Map<number, ReadonlyMap<number, RadiusSource>>> {
  const named = new Map<number, number[]>();
  for (const { networkId } of networks) {
    const before = records.get(networkId)?.base?.ssids ?? [];
    const settings = [
      ...(ssids.get(networkId) ?? []).map((ssid) => ssid.settings),
      ...before.flatMap(({ before: image }) => (image ? [image.settings as SsidSettings] : [])),
    ];
    const ids = settings.flatMap(radiusIdsOf);
    if (ids.length > 0) named.set(networkId, ids);
  }
  if (named.size === 0) return new Map();
  const found = await deps.stores.documents.servers(networks, [...named.values()].flat());
  const opened = new Map(
    found.map((record) => {
      const { _id, organisationId } = record;
      return [_id, { organisationId, server: openRadiusServer(deps, record) }] as const;
    }),
  );
  return new Map(
    networks.map(({ organisationId, networkId }) => [
      networkId,
      new Map(
        (named.get(networkId) ?? []).flatMap((id) => {
          const one = opened.get(id);
          return one?.organisationId === organisationId ? [[id, one.server] as const] : [];
        }),
      ),
    ]),
  );
}
