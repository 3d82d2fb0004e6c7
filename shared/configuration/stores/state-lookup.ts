import {
  leavesOut,
  type ConfigurationFilter,
  type ConfigurationProblem,
  type ConfigurationState,
} from '../records/domain/device-configuration.js';
import type { CanaryDefault } from '../records/domain/network-configuration.js';
import { HAS_PROBLEM, LEAVES_OUT } from '../records/stores/configuration-state.js';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import { stateOf, type JudgedConfiguration } from '../domain/state-of.js';
import { networkCanaryOf, type NetworkCanary, type StoredCanary } from '../domain/network-canary.js';
import { targetOf } from '../domain/target-of.js';
import { CONFIGURATION } from '../models/configuration-settings.js';
import type { ConfigurationModels } from '../models/models.js';
import { amongNetworks } from '../records/stores/network-ref.js';

/** A device whose configuration is judged. */
export interface JudgedDevice {
  readonly _id: number;
  readonly locationNetworkId: number | null;
  readonly partNumber: string;
  readonly configurationSeq?: number;
}

/** What the states of the devices of some networks depend on, besides the devices. */
export interface Circumstances {
  readonly installationSeq: number;
  readonly networks: ReadonlyMap<number, JudgedNetwork>;
}

/** What the states of some devices depend on, with the devices by id. */
export interface KnownConfigurations extends Circumstances {
  readonly devices: ReadonlyMap<number, KnownConfiguration>;
}

export interface KnownConfiguration {
  readonly device: JudgedDevice;
  readonly configuration: ConfigurationState;
  readonly lastHeartbeatAt: Date | null;
}

interface JudgedNetwork {
  readonly canary: NetworkCanary;
  /** The sequence of the network's last retry; 0 without one. */
  readonly retriedSeq: number;
}

/** The record of a network that states depend on. */
type StoredNetwork = StoredCanary & { readonly _id: number; readonly retriedSeq?: number };

const NETWORK_FIELDS = { seq: 1, retriedSeq: 1, settings: 1, 'base.seq': 1, parts: 1, held: 1 } as const;

/** The state of a device; reasons of pending devices are not judged. */
export function judge(
  device: JudgedDevice,
  configuration: ConfigurationState,
  { installationSeq, networks }: Circumstances,
): JudgedConfiguration['state'] {
  const { canary, retriedSeq = 0 } = networks.get(device.locationNetworkId ?? 0) ?? {};
  const target = targetOf(device, configuration, canary, installationSeq);
  return stateOf(configuration, { target, retriedSeq, isUpgrading: false, isUp: true }).state;
}

function meets(
  filter: ConfigurationFilter,
  device: JudgedDevice,
  configuration: ConfigurationState,
  circumstances: Circumstances,
): boolean {
  const state = judge(device, configuration, circumstances);
  return filter === 'left_out' ? state !== 'unmanaged' && leavesOut(configuration) : state === filter;
}

interface StoredState {
  readonly _id: number;
  readonly configuration?: ConfigurationState;
  readonly lastHeartbeatAt?: Date | null;
}

/** Reads what the states of some devices depend on. Two queries. */
export async function readCircumstances(
  models: Pick<ConfigurationModels, 'configurationSettings' | 'networkConfigurations'>,
  organisationId: number,
  devices: readonly JudgedDevice[],
  defaults: CanaryDefault,
): Promise<Circumstances> {
  const { configurationSettings, networkConfigurations } = models;
  const ids = new Set(devices.flatMap(({ locationNetworkId }) => locationNetworkId ?? []));
  const refs = [...ids].map((networkId) => ({ organisationId, networkId }));
  const [settings, networks] = await Promise.all([
    configurationSettings.findOne({ _id: CONFIGURATION }, { seq: 1 }).lean(),
    refs.length === 0
      ? []
      : networkConfigurations
          .find(amongNetworks(refs), NETWORK_FIELDS)
          .batchSize(ONE_ANSWER)
          .lean<StoredNetwork[]>(),
  ]);
  return {
    installationSeq: settings?.seq ?? 0,
    networks: new Map(
      networks.map((network) => {
        const { _id, retriedSeq = 0 } = network;
        return [_id, { canary: networkCanaryOf(network, defaults), retriedSeq }];
      }),
    ),
  };
}

/** Finds devices by their configuration. */
export function createStateLookup(models: ConfigurationModels) {
  const { devices, deviceStates } = models;

  async function known(
    organisationId: number,
    ids: readonly number[],
    defaults: CanaryDefault,
  ): Promise<KnownConfigurations> {
    const among = { organisationId, _id: { $in: [...ids] } };
    const [states, found] = await Promise.all([
      deviceStates
        .find(among, { configuration: 1, lastHeartbeatAt: 1 })
        .hint('_id_')
        .batchSize(ONE_ANSWER)
        .lean<StoredState[]>(),
      devices
        .find(among, { locationNetworkId: 1, partNumber: 1, configurationSeq: 1 })
        .hint('_id_')
        .batchSize(ONE_ANSWER)
        .lean<JudgedDevice[]>(),
    ]);
    const circumstances = await readCircumstances(models, organisationId, found, defaults);
    const stored = new Map(states.map((state) => [state._id, state]));
    const all = found.map((device) => {
      const { configuration = {}, lastHeartbeatAt = null } = stored.get(device._id) ?? {};
      return [device._id, { device, configuration, lastHeartbeatAt }] as const;
    });
    return { ...circumstances, devices: new Map(all) };
  }

  return {
    /**
     * The configurations of at most 1,000 devices of an organisation, and what they depend on.
     * @param defaults for networks that do not say whether their changes have canaries
     */
    known,
    /**
     * Which of at most 1,000 devices of an organisation meet the filter now.
     * @param defaults for networks that do not say whether their changes have canaries
     */
    async among(
      organisationId: number,
      filter: ConfigurationFilter,
      ids: readonly number[],
      defaults: CanaryDefault,
    ): Promise<ReadonlySet<number>> {
      if (ids.length === 0) return new Set();
      const read = await known(organisationId, ids, defaults);
      const met = [...read.devices].filter(([, { device, configuration }]) =>
        meets(filter, device, configuration, read),
      );
      return new Set(met.map(([id]) => id));
    },

    /** The devices of an organisation that may meet the filter, by id, at most 2,001. */
    async candidateIds(
      organisationId: number,
      filter: ConfigurationProblem | 'left_out',
      most: number,
    ): Promise<number[]> {
      const isLeftOut = filter === 'left_out';
      const found = await deviceStates
        .find({ organisationId, ...(isLeftOut ? LEAVES_OUT : HAS_PROBLEM) }, { _id: 1 })
        .sort({ _id: 1 })
        .hint(isLeftOut ? 'organisation_left_out' : 'organisation_problem')
        .limit(most)
        .batchSize(most + 1)
        .lean();
      return found.map(({ _id }) => _id);
    },
  };
}
