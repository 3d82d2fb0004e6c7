import type { NetworkHours } from '../../shared/inventory/domain/network-hours.js';
import type { FirmwareReleaseRecord } from '../../shared/firmware/models/firmware-release.js';
import { isCounted } from '../../shared/rollouts/domain/gates/failure-gate.js';
import { BEGUN_STATUSES } from '../../shared/upgrades/domain/upgrade-status.js';
import type { TargetDevice } from '../../shared/upgrades/stores/target-store.js';
import type { RolloutRecord } from '../../shared/rollouts/models/rollout.js';
import type { PartState } from '../../shared/rollouts/domain/health/look-rows.js';
import { observedUpgrade, type ControlGroup } from '../../shared/rollouts/stores/rollout-health-store.js';
import type { HeartbeatDeps } from '../../shared/heartbeats/deps.js';
import { ORGANISATION, releasesOf } from './memory-records.js';
import {
  pendingRecord,
  type PendingSchedule,
  type RolloutTermsOf,
} from '../../shared/upgrades/stores/pending-fields.js';
import { MemoryStates, type VirtualClock } from './memory-states.js';
import { MemoryUpgrades, type MemoryUpgrade } from './memory-upgrades.js';
import type { SimulatedDevice } from './simulated-device.js';
import type { SimulatedFleet } from './simulated-fleet.js';

const BATCH = 1000;
/** No worker watches for deaf periods. */
const ALWAYS_HEARD = { watch: async () => null };

/**
 * The stores of one rollout over a simulated fleet, in memory. They answer what ticks, heartbeats and sweeps ask of the
 * real stores; a test compares them with these. Heartbeats are not stored but computed from the fleet.
 */
export class MemoryStores {
  readonly upgrades = new MemoryUpgrades();
  readonly events: { at: Date; action: string; after: unknown }[] = [];
  private controls: (ControlGroup & { readonly createdAt: Date })[] = [];
  private readonly looks = new Map<number, readonly PartState[]>();
  private readonly releases: Map<number, FirmwareReleaseRecord>;
  private readonly states: MemoryStates;
  private nextId = 1;

  constructor(
    readonly fleet: SimulatedFleet,
    private readonly clock: VirtualClock,
    readonly holder: { rollout: RolloutRecord },
  ) {
    this.releases = releasesOf(fleet);
    this.states = new MemoryStates(fleet, clock);
  }

  /** The stores under their names; any other access is an error. */
  get stores(): HeartbeatDeps['stores'] {
    const { rolloutUpgrades, rolloutCanaries, rolloutDispatch, openUpgrades } = this.upgrades;
    const groups = {
      rolloutUpgrades,
      rolloutCanaries,
      rolloutDispatch,
      openUpgrades,
      rollouts: this.rollouts,
      rolloutTargets: this.rolloutTargets,
      rolloutHealth: this.rolloutHealth,
      rolloutLooks: this.rolloutLooks,
      rolloutSeries: NO_SERIES,
      commands: NO_COMMANDS,
      rolloutNetworks: this.rolloutNetworks,
      rolloutPreviews: NO_PREVIEWS,
      outbox: NO_WEBHOOKS,
      pending: this.pending,
      targets: this.targets,
      heartbeats: this.states.heartbeats,
      devicePoints: this.states.devicePoints,
      firmware: this.firmware,
      audit: this.audit,
      heartbeatCounts: ALWAYS_HEARD,
    };
    const guarded = Object.entries(groups).map(([name, store]) => [name, onlyKnown(name, store)]);
    return onlyKnown('stores', Object.fromEntries(guarded)) as HeartbeatDeps['stores'];
  }

  private target(device: SimulatedDevice): TargetDevice {
    const { id: _id, macId, part: partNumber, networkId: locationNetworkId } = device;
    const firmwareVersion = this.fleet.versionAt(device, this.clock.now);
    const known = this.known.get(_id);
    if (known?.firmwareVersion === firmwareVersion) return known;
    const fixed = { organisationId: ORGANISATION, name: macId, tagIds: [], isSwitch: false };
    const target = { _id, macId, partNumber, firmwareVersion, locationNetworkId, ...fixed };
    this.known.set(_id, target);
    return target;
  }
  private readonly known = new Map<number, TargetDevice>();

  private readonly rollouts = {
    change: async (read: RolloutRecord, set: Partial<RolloutRecord>) => {
      const { rollout } = this.holder;
      if (rollout.seq !== read.seq) return null;
      this.holder.rollout = { ...rollout, ...set, seq: rollout.seq + 1 };
      return this.holder.rollout;
    },
    states: async () => new Map([[this.holder.rollout._id, this.holder.rollout.state]]),
  };

  private readonly audit = {
    write: async (entries: readonly { at: Date; action: string; after: unknown; id: string }[]) => {
      for (const entry of entries) if (!this.written.has(entry.id)) this.events.push(entry);
      for (const { id } of entries) this.written.add(id);
    },
  };
  private readonly written = new Set<string>();

  private readonly rolloutTargets = {
    walk: (
      _rollout: RolloutRecord,
      from: { afterId: number } | null,
      parts: readonly string[] | null = null,
    ) => this.walk(from?.afterId ?? 0, parts),
    joined: async function* () {
      // The devices of a simulated fleet stay as they are.
    },
  };

  private async *walk(afterId: number, parts: readonly string[] | null) {
    const rest = this.fleet.devices.filter(
      ({ id, part }) => id > afterId && (parts === null || parts.includes(part)),
    );
    for (let start = 0; start === 0 || start < rest.length; start += BATCH) {
      const batch = rest.slice(start, start + BATCH);
      const isLast = start + BATCH >= rest.length;
      const next = isLast ? null : { group: 0, afterId: batch.at(-1)?.id ?? 0 };
      yield { devices: batch.map((device) => this.target(device)), target: null, next };
    }
  }

  private readonly rolloutHealth = {
    keepControl: async (_rollout: unknown, groups: readonly ControlGroup[], createdAt: Date) => {
      this.controls = groups.map((group) => ({ ...group, createdAt }));
    },
    control: async () => this.controls,
    heldOut: async () => new Set(this.controls.flatMap(({ heldOut }) => heldOut)),
    verified: async (_rollout: unknown, after: Date | null, limit: number) =>
      [...this.upgrades.all.values()]
        .filter(({ verifyingAt: at }) => at && (after === null || at > after))
        .sort((a, b) => Number(a.verifyingAt) - Number(b.verifyingAt))
        .slice(0, limit)
        .map(observedUpgrade),
    installing: async (_rollout: unknown, after: Date) =>
      [...this.upgrades.all.values()]
        .filter(
          ({ status, cause, statusSince }) =>
            status === 'Installing' || (status === 'Failed' && cause === 'silent' && statusSince > after),
        )
        .map(observedUpgrade),
    observed: async (_rollout: unknown, ids: readonly number[]) =>
      ids.map((id) => this.upgrades.get(id)).map(observedUpgrade),
    offered: async (_rollout: unknown, ids: readonly number[]) =>
      new Set(ids.filter((id) => this.upgrades.ofDevice.get(id)?.offeredAt)),
    offeredLater: async () => new Set<number>(),
    withSwitchInFlight: async () => new Set<number>(),
  };

  /** Only the last two looks are kept: one of a tick that died is repeated. */
  private readonly rolloutLooks = {
    put: async (_rollout: unknown, states: readonly PartState[]) => {
      const [first] = states;
      if (!first) return;
      this.looks.set(first.look, states);
      this.looks.delete(first.look - 2);
    },
    find: async (_rollout: unknown, look: number) => this.looks.get(look) ?? [],
    expire: async () => undefined,
  };

  private readonly rolloutNetworks = {
    read: async (_rollout: unknown, ids: readonly number[]) => {
      const loads = new Map(
        ids.map((id) => {
          const devices = this.fleet.devicesIn.get(id)?.length ?? 0;
          return [id, { devices, inFlight: 0, switchInFlight: false, failed: 0 }];
        }),
      );
      const loadOf = ({ locationNetworkId: id }: MemoryUpgrade) => (id === null ? undefined : loads.get(id));
      for (const upgrade of this.upgrades.inFlight) {
        const load = loadOf(upgrade);
        const hasBegun = BEGUN_STATUSES.includes(upgrade.status as 'Verifying');
        if (load && (upgrade.hasSlot || hasBegun)) load.inFlight += 1;
      }
      for (const upgrade of this.upgrades.failed) {
        const { cause = null, silenceCounts = false } = upgrade;
        const load = loadOf(upgrade);
        if (load && isCounted({ status: 'Failed', cause, silenceCounts })) load.failed += 1;
      }
      return new Map([...loads].map(([id, load]) => [id, { ...this.hoursOf(id), load }]));
    },
    devicesIn: async (_organisation: unknown, ids: readonly number[]) =>
      ids.flatMap((networkId) =>
        (this.fleet.devicesIn.get(networkId) ?? []).map(({ id }) => ({ id, networkId })),
      ),
    hours: async (_organisation: unknown, ids: readonly number[]) =>
      new Map(ids.map((id) => [id, this.hoursOf(id)])),
    ownHours: async () => [...new Set(this.fleet.hours.values())],
    waitingAccessPoints: async () => [],
  };

  private hoursOf(networkId: number): NetworkHours {
    return this.fleet.hours.get(networkId) ?? { time_zone: null, windows: null };
  }

  private readonly pending = {
    put: async (
      schedule: PendingSchedule,
      devices: readonly TargetDevice[],
      at: Date,
      rolloutTermsOf: RolloutTermsOf,
    ) => {
      for (const device of devices.filter(({ _id }) => !this.upgrades.ofDevice.has(_id))) {
        const rolloutTerms = rolloutTermsOf(device);
        const upgrade = pendingRecord(this.nextId++, schedule, device, at, rolloutTerms);
        this.upgrades.add({ ...upgrade, ...rolloutTerms.membership });
      }
      return devices.map(() => 'created');
    },
    requestedLater: async () => new Set<number>(),
    withdrawn: async () => new Set<number>(),
  };

  private readonly targets = {
    current: async (_organisations: unknown, ids: readonly number[]) => {
      const found = new Map<number, TargetDevice>();
      for (const id of ids) {
        const device = this.fleet.byId.get(id);
        if (device) found.set(id, this.target(device));
      }
      return found;
    },
  };

  private readonly firmware = { byIds: async () => this.releases };
}

/** The series of a simulated rollout are not read. */
const NO_SERIES = { addCounts: async () => undefined, addLook: async () => undefined };

/** No device of a simulated fleet is rebooted by a caller. */
const NO_COMMANDS = { rebooting: async () => ({ devices: new Set(), networks: new Set() }) };

/** The rollout was started without a preview. */
const NO_PREVIEWS = { find: async () => null, removeListsOf: async () => undefined };

const NO_WEBHOOKS = { subscribedTypes: async () => new Set() };

/** Throws when something that the model does not have is used. */
function onlyKnown<T extends object>(name: string, object: T): T {
  return new Proxy(object, {
    get(target, key) {
      if (!(key in target)) throw new Error(`The model of the stores has no ${name}.${String(key)}`);
      return target[key as keyof T];
    },
  });
}
