import { BATCH, batchesOf } from '../../../platform/mongo/batches.js';
import { isBlocked, keepsBack, withDispatched } from '../../domain/network-rules.js';
import { perHours } from '../../domain/per-hours.js';
import { hoursIn, openingAt, openUntil } from '../../domain/windows.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord } from '../../models/rollout.js';
import type { RolloutNetwork } from '../../stores/rollout-network-store.js';
import type { WaitingUpgrade } from '../../stores/waiting-upgrade.js';
import { findUp } from './walk-targets.js';

/** A tick reads at most this many batches of 1,000 waiting access points. */
const MAX_BATCHES = 10;

/** An upgrade that may be dispatched: its device is up. */
export interface Candidate {
  readonly networkId: number | null;
  readonly isSwitch: boolean;
}

/**
 * The hours, limits and switches of the networks in which a tick dispatches. Each network is read once a tick; what the
 * tick dispatches is added. Devices without a network have the hours of the rollout and no limit.
 */
export class RolloutNetworks {
  private readonly networks = new Map<number, RolloutNetwork>();
  /** Networks in which an access point waits that is up; known of those that were looked at. */
  private readonly accessPointWaits = new Map<number, boolean>();
  /** When dispatch ends in networks of these hours; null while it is closed. */
  private readonly closing = perHours((own) => openUntil(hoursIn(this.rollout.settings, own), this.now));
  /** When dispatch begins next in networks of these hours. */
  private readonly opening = perHours((own) => {
    const opening = openingAt(hoursIn(this.rollout.settings, own), this.now);
    return opening === null ? null : new Date(opening.from);
  });
  private batchesLeft = MAX_BATCHES;

  constructor(
    private readonly deps: RolloutDeps,
    private readonly rollout: RolloutRecord,
    private readonly now: Date,
    /** How many failures that count this tick has found there, which the store does not know yet; by network. */
    private readonly found: ReadonlyMap<number, number> = new Map(),
  ) {}

  /** Whether upgrades may be dispatched somewhere: by the rollout's hours or by those of a network. */
  async isOpen(): Promise<boolean> {
    if (this.closesAt(null) !== null) return true;
    const own = await this.deps.stores.rolloutNetworks.ownHours(this.rollout.organisationId);
    return own.some((hours) => this.closing(hours) !== null);
  }

  /** Reads the networks of candidates, as far as they are not known. */
  async read(ids: Iterable<number | null>): Promise<void> {
    const unknown = [...new Set(ids)].filter((id): id is number => id !== null && !this.networks.has(id));
    for (const batch of batchesOf(unknown))
      for (const [id, network] of await this.deps.stores.rolloutNetworks.read(this.rollout, batch)) {
        const failed = network.load.failed + (this.found.get(id) ?? 0);
        this.networks.set(id, { ...network, load: { ...network.load, failed } });
      }
  }

  /** Reads what {@link admits} depends on. */
  async prepare(candidates: readonly Candidate[], queued: readonly WaitingUpgrade[]): Promise<void> {
    await this.read(candidates.map(({ networkId }) => networkId));
    if (!this.rollout.settings.network.switches_last) return;
    const ofSwitches = candidates.flatMap(({ networkId, isSwitch }) =>
      isSwitch && networkId !== null && this.closesAt(networkId) !== null ? [networkId] : [],
    );
    const idle = [...new Set(ofSwitches)].filter((id) => this.networks.get(id)?.load.inFlight === 0);
    await this.findAccessPoints(
      idle.filter((id) => !this.accessPointWaits.has(id)),
      queued,
    );
  }

  /** When dispatch ends in a network; null while it is closed. */
  closesAt(networkId: number | null): Date | null {
    const network = networkId === null ? undefined : this.networks.get(networkId);
    return this.closing(network ?? { time_zone: null, windows: null });
  }

  isBlocked(networkId: number | null): boolean {
    const network = networkId === null ? undefined : this.networks.get(networkId);
    return network !== undefined && isBlocked(network.load, this.rollout.settings.network);
  }

  /** Whether the candidate may be dispatched now. */
  admits(candidate: Candidate): boolean {
    return this.keepsBack(candidate) === null;
  }

  /** What keeps the candidate back in its network. */
  keepsBack({ networkId, isSwitch }: Candidate): ReturnType<typeof keepsBack> {
    const network = networkId === null ? undefined : this.networks.get(networkId);
    if (networkId === null || network === undefined) return null;
    const waits = this.accessPointWaits.get(networkId) ?? true;
    return keepsBack(network.load, this.rollout.settings.network, isSwitch, waits);
  }

  /** When dispatch begins next in a network; null when it does not within 400 days. */
  opensAt(networkId: number | null): Date | null {
    const network = networkId === null ? undefined : this.networks.get(networkId);
    return this.opening(network ?? { time_zone: null, windows: null });
  }

  add({ networkId, isSwitch }: Candidate): void {
    const network = networkId === null ? undefined : this.networks.get(networkId);
    if (networkId === null || network === undefined) return;
    this.networks.set(networkId, { ...network, load: withDispatched(network.load, isSwitch) });
  }

  /** Whether each network that was read is blocked. */
  judged(): Map<number, boolean> {
    return new Map([...this.networks.keys()].map((id) => [id, this.isBlocked(id)]));
  }

  /**
   * Finds out in which networks an access point waits that is up. Where there are more to read than a tick may, one
   * is taken to wait.
   */
  private async findAccessPoints(ids: readonly number[], queued: readonly WaitingUpgrade[]): Promise<void> {
    const open = new Set(ids);
    const found = (id: number, waits: boolean): void => {
      this.accessPointWaits.set(id, waits);
      open.delete(id);
    };
    const { organisationId } = this.rollout;
    const findUpIn = async (points: readonly { networkId: number; deviceId: number }[]): Promise<void> => {
      const ofOpen = points.filter(({ networkId }) => open.has(networkId));
      const deviceIds = ofOpen.map(({ deviceId }) => deviceId);
      const up = await findUp(this.deps, organisationId, deviceIds, this.now);
      for (const { networkId, deviceId } of ofOpen) if (up.has(deviceId)) found(networkId, true);
    };
    await findUpIn(
      queued.flatMap(({ networkId, isSwitch, deviceId }) =>
        networkId === null || isSwitch ? [] : [{ networkId, deviceId }],
      ),
    );
    // Of a network that one batch does not exhaust, the next batch reads the rest.
    let rest: { readonly networkId: number; readonly afterId: number } | null = null;
    while (open.size > 0 && this.batchesLeft > 0) {
      this.batchesLeft -= 1;
      const wanted: number[] = rest ? [rest.networkId] : [...open].sort((a, b) => a - b).slice(0, BATCH);
      const { rolloutNetworks } = this.deps.stores;
      const points = await rolloutNetworks.waitingAccessPoints(this.rollout, wanted, rest?.afterId ?? 0);
      await findUpIn(points);
      const last = points.length === BATCH ? points.at(-1) : undefined;
      rest = last && open.has(last.networkId) ? { networkId: last.networkId, afterId: last.id } : null;
      for (const id of wanted) if (open.has(id) && (!last || id < last.networkId)) found(id, false);
    }
    for (const id of open) found(id, true);
  }
}
