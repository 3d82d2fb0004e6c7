import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import { secondsAfter } from '../../upgrades/domain/upgrade-change.js';
import { copyRow, NEW_ROW, ROW_COLUMNS, type LookRow, type PartState } from '../domain/health/look-rows.js';
import type { RolloutModels } from '../models/models.js';
import type { RolloutLookRecord } from '../models/rollout-look.js';
import type { RolloutRef } from './rollout-store.js';

/** Longer than any rollout runs. */
const KEPT_S = 400 * 86_400;
/** After the end of the rollout. */
const KEPT_AFTER_END_S = 7 * 86_400;

/** What looks of the health gate have noted: one document a look and hardware part. */
export function createRolloutLookStore({ rolloutLooks }: RolloutModels) {
  return {
    /** Keeps what a look has noted. Repeating the look replaces it. */
    async put({ _id: rolloutId, organisationId }: RolloutRef, states: readonly PartState[]): Promise<void> {
      for (const { part: partNumber, look, at, tested, begun, installs, rows } of states) {
        const _id = `${rolloutId}:${look}:${partNumber}`;
        const noted = {
          tested,
          begun,
          installs: [...installs],
          devices: rows.length,
          columns: columnsOf(rows),
        };
        const expiresAt = secondsAfter(at, KEPT_S);
        await rolloutLooks.replaceOne(
          { _id, organisationId },
          { _id, organisationId, rolloutId, partNumber, look, at, ...noted, expiresAt },
          { upsert: true },
        );
      }
    },
    /** What one look has noted, by part. */
    async find({ _id: rolloutId, organisationId }: RolloutRef, look: number): Promise<PartState[]> {
      const found = await rolloutLooks
        .find({ organisationId, rolloutId, look })
        .batchSize(ONE_ANSWER)
        .lean<RolloutLookRecord[]>();
      return found.map(({ partNumber: part, at, tested, begun, installs, devices, columns }) => {
        return { part, look, at, tested, begun, installs, rows: rowsOf(devices, columns) };
      });
    },
    /** Lets the looks of a rollout that has ended expire. */
    async expire({ _id: rolloutId, organisationId }: RolloutRef, endedAt: Date): Promise<void> {
      const expiresAt = secondsAfter(endedAt, KEPT_AFTER_END_S);
      await rolloutLooks.updateMany(
        { organisationId, rolloutId, expiresAt: { $ne: expiresAt } },
        { $set: { expiresAt } },
      );
    },
  };
}

function columnsOf(rows: readonly LookRow[]): Record<string, Buffer> {
  return Object.fromEntries(
    ROW_COLUMNS.map((name) => {
      const isConstant = rows.every((row) => row[name] === rows[0]?.[name]);
      const values = Int32Array.from(isConstant ? rows.slice(0, 1) : rows, (row) => row[name]);
      return [name, Buffer.from(values.buffer)];
    }),
  );
}

/** A buffer, or what the driver makes of one. */
type Bytes = Buffer | { readonly buffer: Uint8Array };

function rowsOf(devices: number, columns: Readonly<Record<string, Bytes>>): LookRow[] {
  const rows = Array.from({ length: devices }, () => copyRow(NEW_ROW));
  for (const name of ROW_COLUMNS) {
    const stored = columns[name];
    // A copy begins at a multiple of four bytes.
    const bytes = Uint8Array.from(stored instanceof Uint8Array ? stored : (stored?.buffer ?? []));
    const values = new Int32Array(bytes.buffer);
    for (const [index, row] of rows.entries()) row[name] = values[values.length === 1 ? 0 : index] ?? 0;
  }
  return rows;
}
