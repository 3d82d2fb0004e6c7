import { coveredDevices } from '../coverage.js';
import { FLAGS, Numbering, type DeviceColumns } from './device-list.js';
import type { StageSettings } from '../settings.js';

/** The devices that a stage would upgrade, and how many of them are offline now. */
export interface PreviewedStage {
  readonly devices: number;
  readonly offline: number;
}

const NO_STAGE = 255;

/** Collects the devices that do not run the version of a rollout, and divides them into its stages. */
export class StageDivision {
  private readonly ids: Float64Array;
  private readonly keys: BigUint64Array;
  private readonly part: Uint32Array;
  private readonly flags: Uint8Array;
  private readonly named: Uint32Array;
  private readonly parts = new Numbering();
  private readonly hours: Uint16Array;
  private count = 0;
  private groups: Set<number>[] = [];

  /**
   * @param capacity the most devices that are added
   * @param groupOf the group of hours of a network; -1: of unassigned devices
   */
  constructor(
    capacity: number,
    private readonly groupOf: (networkId: number) => number = () => 0,
  ) {
    this.hours = new Uint16Array(capacity);
    this.ids = new Float64Array(capacity);
    this.keys = new BigUint64Array(capacity);
    this.part = new Uint32Array(capacity);
    this.flags = new Uint8Array(capacity);
    this.named = new Uint32Array(capacity);
  }

  add(columns: DeviceColumns): void {
    this.ids.set(columns.ids, this.count);
    this.keys.set(columns.keys, this.count);
    this.flags.set(columns.flags, this.count);
    this.named.set(columns.stages, this.count);
    for (let index = 0; index < columns.length; index += 1) {
      const name = columns.parts[columns.part[index] ?? 0] ?? '';
      this.part[this.count + index] = this.parts.numberOf(name);
      this.hours[this.count + index] = this.groupOf(columns.networks[index] ?? -1);
    }
    this.count += columns.length;
  }

  /** Divides the devices as the stages would bind them, one after the other, if nothing changed. */
  divide(stages: readonly StageSettings[]): PreviewedStage[] {
    const taken = new Uint8Array(this.count).fill(NO_STAGE);
    this.groups = stages.map(() => new Set());
    return stages.map((stage, index) => {
      const covers = this.coverageOf(stage, index);
      let [devices, offline] = [0, 0];
      for (let at = 0; at < this.count; at += 1) {
        if (taken[at] !== NO_STAGE || !covers(at)) continue;
        taken[at] = index;
        const flags = this.flags[at] ?? 0;
        if ((flags & FLAGS.ineligible) !== 0) continue;
        devices += 1;
        if ((flags & FLAGS.offline) !== 0) offline += 1;
        else this.groups[index]?.add(this.hours[at] ?? 0);
      }
      return { devices, offline };
    });
  }

  /** The groups of hours of the devices of each stage that are up. Of the last division. */
  hoursOfStages(): readonly ReadonlySet<number>[] {
    return this.groups;
  }

  private coverageOf(stage: StageSettings, index: number): (at: number) => boolean {
    if ('targets' in stage) return (at) => (((this.named[at] ?? 0) >>> index) & 1) === 1;
    if ('canary_per_part' in stage) {
      const canaries = this.canaries(stage.canary_per_part);
      return (at) => canaries.has(at);
    }
    const covered = coveredDevices(stage, this.count);
    if (covered >= this.count) return () => true;
    if (covered === 0) return () => false;
    const lastKey = this.keys.slice(0, this.count).sort()[covered - 1] ?? 0n;
    return (at) => (this.keys[at] ?? 0n) <= lastKey;
  }

  /** Of each part, the first devices of the order that are up. */
  private canaries(perPart: number): Set<number> {
    const firsts = new Map<number, number[]>();
    const isBefore = (a: number, b: number): boolean => {
      const [keyA, keyB] = [this.keys[a] ?? 0n, this.keys[b] ?? 0n];
      return keyA < keyB || (keyA === keyB && (this.ids[a] ?? 0) < (this.ids[b] ?? 0));
    };
    for (let at = 0; at < this.count; at += 1) {
      if (((this.flags[at] ?? 0) & FLAGS.offline) !== 0) continue;
      const part = this.part[at] ?? 0;
      const list = firsts.get(part) ?? [];
      const position = list.findIndex((each) => isBefore(at, each));
      if (position === -1 && list.length >= perPart) continue;
      list.splice(position === -1 ? list.length : position, 0, at);
      firsts.set(part, list.slice(0, perPart));
    }
    return new Set([...firsts.values()].flat());
  }
}
