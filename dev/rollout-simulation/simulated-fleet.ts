import type { NetworkHours } from '../../shared/inventory/domain/network-hours.js';
import type { UpgradeReport } from '../../shared/upgrades/domain/device-beat.js';
import { SimulatedAir } from './simulated-air.js';
import type { SimulatedDevice } from './simulated-device.js';

const BEAT_S = 60;
const RESTART_S = 90;
const RESTART_EVERY_S = 600;

/** The restarts of a device by time, and the heartbeats that show them. */
interface Noticed {
  /** How many restarts and silences the device had. */
  readonly size: number;
  readonly times: readonly number[];
  readonly beats: readonly number[];
}

/** How many numbers of a sorted list are at most as large as a value. */
function countTo(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Devices that send a heartbeat every minute, computed for any time without simulating each heartbeat. */
export class SimulatedFleet {
  readonly byId: ReadonlyMap<number, SimulatedDevice>;
  /** By network. */
  readonly devicesIn: ReadonlyMap<number, readonly SimulatedDevice[]>;
  /** What devices report of their radios, clients and memory; null: nothing. */
  readonly air: SimulatedAir | null;
  /** Networks with hours of their own. */
  readonly hours: ReadonlyMap<number, NetworkHours>;
  private readonly noticed = new Map<number, Noticed>();

  constructor(
    readonly devices: readonly SimulatedDevice[],
    readonly version: string,
    readonly horizon: number,
    {
      air,
      hours,
    }: {
      readonly air?: { readonly seed: number; readonly isSticky: boolean };
      readonly hours?: ReadonlyMap<number, NetworkHours>;
    } = {},
  ) {
    this.byId = new Map(devices.map((device) => [device.id, device]));
    const devicesIn = new Map<number, SimulatedDevice[]>();
    for (const device of devices) {
      const { networkId } = device;
      if (networkId === null) continue;
      const others = devicesIn.get(networkId);
      if (others) others.push(device);
      else devicesIn.set(networkId, [device]);
    }
    this.devicesIn = devicesIn;
    this.air = air ? new SimulatedAir(this, air.seed, air.isSticky) : null;
    this.hours = hours ?? new Map();
  }

  isOnline({ silences }: SimulatedDevice, at: number): boolean {
    return !silences.some(({ from, to }) => from <= at && at < to);
  }

  /** The last heartbeat that has arrived by `now`; null when there was none for a week. */
  lastBeat(device: SimulatedDevice, now: number): number | null {
    let beat = Math.floor((now - device.phase) / BEAT_S) * BEAT_S + device.phase;
    for (;;) {
      const silence = device.silences.find(({ from, to }) => from <= beat && beat < to);
      if (!silence) return beat;
      beat = Math.floor((silence.from - device.phase - 1e-6) / BEAT_S) * BEAT_S + device.phase;
      if (beat < -7 * 86_400) return null;
    }
  }

  /** The heartbeat that arrives in the minute up to `now`; null when the device is silent. */
  beatAt(device: SimulatedDevice, now: number): number | null {
    const beat = Math.floor((now - device.phase) / BEAT_S) * BEAT_S + device.phase;
    return this.isOnline(device, beat) ? beat : null;
  }

  /** How often the uptime had fallen by a heartbeat, and when the device last restarted. */
  restartsBy(device: SimulatedDevice, beat: number): { count: number; last: number } {
    const { times, beats } = this.noticedOf(device);
    return { count: countTo(beats, beat), last: times[countTo(times, beat) - 1] ?? -30 * 86_400 };
  }

  private noticedOf(device: SimulatedDevice): Noticed {
    const size = device.restarts.length + device.silences.length;
    const known = this.noticed.get(device.id);
    if (known?.size === size) return known;
    const silent = device.silences.flatMap(({ restarts, to }) => (restarts ? [to] : []));
    const times = [...device.restarts, ...silent].sort((a, b) => a - b);
    // Restarts between two heartbeats lower the uptime once.
    const beats = [...new Set(times.map((at) => this.beatAfter(device, at)))].sort((a, b) => a - b);
    const noticed = { size, times, beats };
    this.noticed.set(device.id, noticed);
    return noticed;
  }

  /** The first heartbeat from a time on. */
  private beatAfter({ silences, phase }: SimulatedDevice, at: number): number {
    const from = (time: number): number => Math.ceil((time - phase) / BEAT_S) * BEAT_S + phase;
    for (let beat = from(at); ;) {
      const silence = silences.find((each) => each.from <= beat && beat < each.to);
      if (!silence) return beat;
      beat = from(silence.to);
    }
  }

  /** Takes what the answer to a heartbeat offers; a device that is busy takes nothing. */
  offer(device: SimulatedDevice, upgradeId: number): void {
    if (device.program !== 'idle' && device.program !== 'failed') return;
    if (device.upgradeId === upgradeId && device.program === 'failed') return;
    device.upgradeId = upgradeId;
    device.program = 'downloading';
  }

  /** What a device reports in a heartbeat, after which it goes on to its next step. */
  report(device: SimulatedDevice, now: number): UpgradeReport | null {
    const { program, upgradeId: id, reaction } = device;
    if (id === null) return null;
    switch (program) {
      case 'downloading':
        if (reaction.fails === 'download') {
          device.program = 'failed';
          return { id, state: 'failure' };
        }
        device.program = 'installing';
        return { id, state: 'downloading' };
      case 'installing':
        if (device.startsAt === null) {
          device.startsAt = now + RESTART_S;
          const back = this.isBricked(device) ? this.horizon * 2 : now + RESTART_S;
          device.silences.push({ from: now + 1, to: back, restarts: true });
          return { id, state: 'installing' };
        }
        if (now < device.startsAt) return null;
        return this.start(device, id);
      case 'failed':
        // A failed download is offered again.
        if (reaction.fails === 'download') device.program = 'idle';
        return null;
      default:
        return null;
    }
  }

  /** Whether the new version never sends a heartbeat. */
  private isBricked({ reaction: { sickness } }: SimulatedDevice): boolean {
    return sickness?.kind === 'down' && sickness.after < 0;
  }

  /** The first heartbeat after the installation. */
  private start(device: SimulatedDevice, id: number): UpgradeReport | null {
    device.program = 'idle';
    device.upgradeId = null;
    if (device.reaction.fails === 'install') {
      device.program = 'failed';
      device.upgradeId = id;
      return { id, state: 'failure' };
    }
    device.version = this.version;
    const { sickness } = device.reaction;
    const at = device.startsAt ?? 0;
    if (sickness?.kind === 'down')
      device.silences.push({ from: at + sickness.after, to: this.horizon * 2, restarts: false });
    if (sickness?.kind === 'restarts')
      for (let next = at + sickness.after; next < this.horizon; next += RESTART_EVERY_S)
        device.restarts.push(next);
    return null;
  }

  /** The version that a device runs in a heartbeat. */
  versionAt({ version, startsAt, reaction: { sickness } }: SimulatedDevice, beat: number): string {
    const reverts = sickness?.kind === 'reverts' && startsAt !== null && beat >= startsAt + sickness.after;
    return reverts && version === this.version ? OLD_VERSION : version;
  }
}

export const OLD_VERSION = '1.0.0';
export const NEW_VERSION = '2.0.0';
