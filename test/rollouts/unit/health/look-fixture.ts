import { advanceRows, type PartReading } from '../../../../shared/rollouts/domain/health/advance-rows.js';
import {
  judgePart,
  type JudgedPart,
  type PartLook,
} from '../../../../shared/rollouts/domain/health/judge-part.js';
import {
  isTreated,
  NEW_ROW,
  type Outcome,
  type PartState,
} from '../../../../shared/rollouts/domain/health/look-rows.js';
import type { DeviceNow } from '../../../../shared/rollouts/domain/health/observe-row.js';
import { DEFAULT_SETTINGS } from '../../default-settings.js';

const START = new Date('2026-12-01T00:00:00Z');
const DOWN_AFTER_S = 180;
const VERSION = '2.0.0';
const LOOK_MS = 600_000;

/** Looks at one part, whose devices a test moves by hand. The first look is ten minutes after the start. */
export class Looks {
  readonly devices = new Map<number, DeviceNow>();
  now = START;
  state: PartState;
  private readonly verified = new Map<number, Outcome>();
  private begun: PartReading['begun'][number][] = [];
  private installs: number[] = [];

  /** @param cohort the ids of its devices @param networkOf the network of each device */
  constructor(
    cohort: readonly number[],
    private readonly networkOf: (id: number) => number | null = () => null,
  ) {
    for (const id of cohort) this.set(id, {});
    const rows = cohort.map((deviceId, place) => ({ ...NEW_ROW, deviceId, place, heardAt: 0 }));
    const none = { tested: 0, begun: 0, installs: [] };
    this.state = { part: 'AP-1', look: 0, at: START, ...none, rows };
  }

  /** Changes what the last heartbeat of a device left; it has just been heard unless `at` is given. */
  set(id: number, now: Partial<DeviceNow>): void {
    const fixed = { networkId: this.networkOf(id), firmwareVersion: '1.0.0', restarts: 0 };
    this.devices.set(id, { ...fixed, ...this.devices.get(id), at: this.now, ...now });
  }

  /** Devices that enter Verifying now. */
  upgrade(ids: readonly number[], kind: Outcome['kind'] = 'verified'): void {
    for (const id of ids) {
      const restarts = this.devices.get(id)?.restarts ?? 0;
      this.set(id, { firmwareVersion: kind === 'verified' ? VERSION : '1.0.0' });
      this.verified.set(id, { kind, restarts, version: VERSION });
      const networkId = this.networkOf(id);
      this.begun.push({ id, deviceId: id, stage: 1, networkId, at: this.now });
    }
  }

  restart(ids: Iterable<number>, times = 1): void {
    for (const id of ids) this.set(id, { restarts: (this.devices.get(id)?.restarts ?? 0) + times });
  }

  /** Lets the time until the next look pass, in which all but the silent devices are heard, and looks. */
  look(silent: readonly number[] = [], given: Partial<JudgedPart> = {}): PartLook {
    this.now = new Date(this.now.getTime() + LOOK_MS);
    for (const id of this.devices.keys()) if (!silent.includes(id)) this.set(id, {});
    this.state = advanceRows(this.state, {
      ...{ look: this.state.look + 1, at: this.now, start: START, downAfterS: DOWN_AFTER_S },
      ...{ begun: this.begun, outcomes: this.verified, devices: this.devices, installs: this.installs },
      offered: new Set(this.verified.keys()),
      isOpen: () => true,
    });
    this.begun = [];
    this.installs = [];
    const now = (this.now.getTime() - START.getTime()) / 1000;
    const upgrades = new Map(
      this.state.rows.filter(isTreated).map(({ upgradeId: id }) => {
        return [id, { id, macId: `mac ${id}`, stage: 1, status: 'Success' as const, cause: null }];
      }),
    );
    return judgePart({
      ...{ state: this.state, parts: 1, stage: 1, isCanary: false, gates: DEFAULT_SETTINGS.gates, upgrades },
      context: { now, downAfterS: DOWN_AFTER_S, joinedIn: () => 100 },
      ...{ isCalm: () => true, isSiteAlive: () => true, ranked: new Map() },
      ...given,
    });
  }
}

/** The whole numbers from `first` to `last`. */
export function ids(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
