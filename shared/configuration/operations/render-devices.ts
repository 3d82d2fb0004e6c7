import type { ConfigurationState } from '../records/domain/device-configuration.js';
import { decryptEntries } from '../domain/uplink-secrets.js';
import type { DeviceRef } from '../../inventory/stores/device-ref.js';
import { decryptSsid, type StoredSsid } from '../../ssids/operations/reveal-ssid.js';
import type { ConfigurationDeps } from '../deps.js';
import { networkCanaryOf, type NetworkCanary } from '../domain/network-canary.js';
import { renderDocument, type Rendered } from '../domain/render-document.js';
import { revisionAsMapped, saltOf } from '../domain/revision.js';
import { DEFAULT_CONFIRM_WITHIN_S, settingsOf, type NetworkSources } from '../domain/network-sources.js';
import { targetOf, type Target } from '../domain/target-of.js';
import type { ConfiguredDevice, ConfiguredUplink } from '../stores/document-store.js';
import type { NetworkRef } from '../records/stores/network-ref.js';
import type { Installation } from './installation.js';
import { openRadiusServer } from './open-radius-server.js';
import { readLiveSettings, type LiveSettingsDeps } from './live-settings.js';

export interface RenderedDevice extends Rendered {
  readonly device: ConfiguredDevice;
  readonly target: Target;
  readonly network: NetworkCanary | undefined;
  /** The sequence of the network's last retry; 0 without one. */
  readonly retriedSeq: number;
  /** Whether the settings of the network changed while they were read: the document may mix two of them. */
  readonly isTorn: boolean;
}

/**
 * The documents that at most 200 devices are to run, by id; for a device that waits, the one that it waits for. A device
 * that is in no inventory is missing. Sequences are read before what they number, so a concurrent change leads to another
 * fetch and is never lost.
 * @param reading the states of the devices
 */
export async function renderDevices(
  deps: LiveSettingsDeps,
  installation: Installation & { readonly saltKey: Buffer },
  refs: readonly DeviceRef[],
  reading: Promise<ReadonlyMap<number, ConfigurationState>>,
): Promise<Map<number, RenderedDevice>> {
  const { documents } = deps.stores;
  const [devices, states] = await Promise.all([documents.devices(refs), reading]);
  const networks = networksOf(devices);
  const switches = devices.filter(({ isSwitch }) => isSwitch).map(({ macId }) => macId);
  const [records, uplinks, ports] = await Promise.all([
    documents.networks(networks),
    documents.uplinks(refs),
    documents.ports(switches),
  ]);
  const { settings, torn } = await readLiveSettings(deps, networks, records);
  const canaryOf = new Map([...records].map(([id, record]) => [id, networkCanaryOf(record, deps.env)]));
  // The keys of a base are decrypted once for all of its devices.
  const sources = new Map<string, NetworkSources>();
  const sourcesOf = (networkId: number, document: 'live' | 'base'): NetworkSources => {
    const name = `${networkId} ${document}`;
    const live = settings.get(networkId) ?? {
      networkId,
      ssids: [],
      servers: new Map(),
      timeZone: null,
      radio: null,
    };
    const found =
      sources.get(name) ??
      settingsOf(records.get(networkId), document, live, {
        ssid: (image) => decryptSsid(deps, image as StoredSsid),
        server: (image) => openRadiusServer(deps, image),
      });
    sources.set(name, found);
    return found;
  };
  const rendered = devices.map((device): [number, RenderedDevice] => {
    const networkId = device.locationNetworkId;
    const network = networkId === null ? undefined : canaryOf.get(networkId);
    const state = states.get(device._id) ?? {};
    const target = targetOf(device, state, network, installation.seq);
    const none = { ssids: [], timeZone: null, radio: null, confirmWithinS: DEFAULT_CONFIRM_WITHIN_S };
    const document = renderDocument({
      meanings: installation.meanings,
      salt: saltOf(installation.saltKey, device._id),
      heartbeatIntervalS: installation.heartbeatIntervalS,
      device: {
        id: device._id,
        macId: device.macId,
        name: device.name,
        partNumber: device.partNumber,
        isSwitch: device.isSwitch,
        networkId,
        tagIds: device.tagIds,
        radio: device.radio ?? null,
      },
      ...(networkId === null ? none : sourcesOf(networkId, target.document ?? 'live')),
      uplinks: (uplinks.get(device._id) ?? []).map((uplink) => openUplink(deps, uplink)),
      ports: (ports.get(device.macId) ?? []).map(({ portNumber, name }) => ({ number: portNumber, name })),
    });
    const isTorn = torn.has(networkId ?? 0);
    const retriedSeq = records.get(networkId ?? 0)?.retriedSeq ?? 0;
    const mapping = state.report?.mapping;
    const revision = mapping === undefined ? document.revision : revisionAsMapped(document.revision, mapping);
    return [device._id, { ...document, revision, device, target, network, retriedSeq, isTorn }];
  });
  return new Map(rendered);
}

/** An uplink with its secrets in clear text. */
function openUplink(
  { env, log }: Pick<ConfigurationDeps, 'env' | 'log'>,
  { _id: id, uplinkType, details: entry, secrets }: ConfiguredUplink,
) {
  try {
    const stored = { entries: [entry], secrets };
    const [details = null] = decryptEntries(env.encryptionKeys, 'uplinks', id, stored);
    return { id, uplinkType, details };
  } catch (error) {
    log.warn({ err: error, uplink: id }, 'The secrets of an uplink cannot be decrypted');
    return { id, uplinkType, details: null };
  }
}

function networksOf(devices: readonly ConfiguredDevice[]): NetworkRef[] {
  const networks = new Map<number, NetworkRef>();
  for (const { organisationId, locationNetworkId: networkId } of devices)
    if (networkId !== null) networks.set(networkId, { organisationId, networkId });
  return [...networks.values()];
}
