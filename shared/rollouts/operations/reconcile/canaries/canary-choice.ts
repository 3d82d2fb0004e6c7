import { withoutTaken } from '../../../../upgrades/operations/without-taken.js';
import { byOrder, orderKey, type OrderedDevice } from '../../../domain/rollout-order.js';
import type { RolloutDeps } from '../../../deps.js';
import type { RolloutRecord } from '../../../models/rollout.js';
import { releaseChooser } from '../choose-release.js';
import { OpenNetworks } from '../open-networks.js';
import { scheduleOf } from '../stage-upgrades.js';
import { findUp, type TargetedRolloutDevice } from '../walk-targets.js';

/** What a draw found of a hardware part. */
export interface DrawnPart {
  /** The devices that the rollout upgrades: they lack the version and have a file, or have an upgrade. */
  devices: number;
  /** Those that a draw may take, up or not. */
  spare: number;
  /** The first of those that are up and whose network is open. */
  chosen: OrderedDevice[];
}

/**
 * Draws canaries among the devices of a rollout: of each hardware part, the first devices of the order that are up and
 * whose window is open. A device whose upgrade waits in a later stage, because it was replaced, may be drawn again.
 */
export class CanaryChoice {
  readonly byPart = new Map<string, DrawnPart>();
  private readonly networks: OpenNetworks;
  private choose: Awaited<ReturnType<typeof releaseChooser>> | null = null;

  /**
   * @param stage from 1
   * @param most how many devices are chosen of a part
   */
  constructor(
    private readonly deps: RolloutDeps,
    private readonly rollout: RolloutRecord,
    private readonly stage: number,
    private readonly most: (part: string) => number,
    private readonly now: Date,
  ) {
    this.networks = new OpenNetworks(deps, rollout, now);
  }

  /** Adds at most 1,000 devices. */
  async add(devices: readonly TargetedRolloutDevice[]): Promise<void> {
    const { deps, rollout, stage, byPart } = this;
    const { stores } = deps;
    const choose = (this.choose ??= await releaseChooser(deps, rollout));
    const own = await stores.rolloutCanaries.ofDevices(
      rollout,
      devices.map(({ _id }) => _id),
    );
    const fits = devices.filter((device) => typeof choose(device) !== 'string');
    const fitting = new Set(fits);
    for (const device of devices)
      if (own.has(device._id) || fitting.has(device)) this.partOf(device.partNumber).devices += 1;
    const waiting = fits.filter(({ _id }) => {
      const upgrade = own.get(_id);
      return !upgrade || (upgrade.status === 'Pending' && upgrade.stage > stage);
    });
    const free = await withoutTaken(stores, scheduleOf(rollout), waiting);
    for (const { partNumber } of free) this.partOf(partNumber).spare += 1;
    const ids = free.map(({ _id }) => _id);
    const up = await findUp(deps, rollout.organisationId, ids, this.now);
    const isOpen = await this.networks.among(free.map(({ locationNetworkId }) => locationNetworkId));
    for (const { _id: id, partNumber, locationNetworkId } of free) {
      if (!up.has(id) || !isOpen(locationNetworkId)) continue;
      const part = byPart.get(partNumber);
      const most = this.most(partNumber);
      if (!part || most === 0) continue;
      part.chosen.push({ id, key: orderKey(rollout.settings.seed, id), partNumber, isNeedy: true });
      if (part.chosen.length > 2 * most) part.chosen = firstOf(part.chosen, most);
    }
  }

  /** The chosen devices of a part, in order. */
  chosenOf(part: string): number[] {
    return firstOf(this.byPart.get(part)?.chosen ?? [], this.most(part)).map(({ id }) => id);
  }

  private partOf(part: string): DrawnPart {
    const known = this.byPart.get(part);
    if (known) return known;
    const fresh: DrawnPart = { devices: 0, spare: 0, chosen: [] };
    this.byPart.set(part, fresh);
    return fresh;
  }
}

function firstOf(devices: readonly OrderedDevice[], most: number): OrderedDevice[] {
  return [...devices].sort(byOrder).slice(0, most);
}
