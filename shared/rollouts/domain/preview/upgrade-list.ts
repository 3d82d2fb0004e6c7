import { createHash } from 'node:crypto';
import { FLAGS, Numbering, type DeviceColumns } from './device-list.js';

/** The devices that a rollout would upgrade, by ascending id, with the part and the version of each. */
export class UpgradeList {
  private ids: Float64Array;
  private part: Uint32Array;
  private version: Uint32Array;
  private readonly parts = new Numbering();
  private readonly versions = new Numbering();
  private count = 0;

  /** @param capacity the most devices that are added */
  constructor(capacity: number) {
    this.ids = new Float64Array(capacity);
    this.part = new Uint32Array(capacity);
    this.version = new Uint32Array(capacity);
  }

  get length(): number {
    return this.count;
  }

  /** Adds the devices that get an upgrade. */
  add(columns: DeviceColumns): void {
    for (let index = 0; index < columns.length; index += 1) {
      if (((columns.flags[index] ?? 0) & FLAGS.ineligible) !== 0) continue;
      this.ids[this.count] = columns.ids[index] ?? 0;
      this.part[this.count] = this.parts.numberOf(columns.parts[columns.part[index] ?? 0] ?? '');
      this.version[this.count] = this.versions.numberOf(columns.versions[columns.version[index] ?? 0] ?? '');
      this.count += 1;
    }
  }

  /** Sorts by id, and drops devices that were added twice. Called once, after the last device was added. */
  sort(): void {
    const { ids, part, version } = this;
    let isSorted = true;
    for (let at = 1; at < this.count && isSorted; at += 1) isSorted = (ids[at - 1] ?? 0) < (ids[at] ?? 0);
    if (isSorted) return;
    const order = Uint32Array.from({ length: this.count }, (_, index) => index);
    order.sort((a, b) => (ids[a] ?? 0) - (ids[b] ?? 0) || a - b);
    const kept = order.filter((at, index) => index === 0 || ids[at] !== ids[order[index - 1] ?? 0]);
    this.ids = Float64Array.from(kept, (at) => ids[at] ?? 0);
    this.part = Uint32Array.from(kept, (at) => part[at] ?? 0);
    this.version = Uint32Array.from(kept, (at) => version[at] ?? 0);
    this.count = kept.length;
  }

  idAt(index: number): number {
    return this.ids[index] ?? Infinity;
  }

  partAt(index: number): string {
    return this.parts.names[this.part[index] ?? 0] ?? '';
  }

  versionAt(index: number): string {
    return this.versions.names[this.version[index] ?? 0] ?? '';
  }

  /** SHA-256 over `id:part:version\n` of the devices by ascending id (docs/rollouts.md#preview_rollout-4). */
  fingerprint(): string {
    const hash = createHash('sha256');
    const lines: string[] = [];
    for (let index = 0; index < this.count; index += 1) {
      lines.push(`${this.idAt(index)}:${this.partAt(index)}:${this.versionAt(index)}\n`);
      if (lines.length === 1000) hash.update(lines.splice(0).join(''));
    }
    return hash.update(lines.join('')).digest('hex');
  }
}
