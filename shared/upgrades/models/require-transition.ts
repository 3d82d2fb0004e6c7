import type { Schema } from 'mongoose';
import { findTransition, isDispatched, storedStatus } from '../domain/upgrade-status.js';

type Fields = Readonly<Record<string, unknown>>;
type Update = Readonly<Record<string, Fields>>;

/** Fields that only a transition may write. */
const WRITTEN: ReadonlySet<string> = new Set(['status', 'released', 'history']);

/**
 * Makes the model refuse an update of a status that stores/transition.ts did not build: conditional on the status it
 * leaves, a row of the table, and with its event.
 */
export function requireTransition<T>(schema: Schema<T>): void {
  schema.pre(['updateOne', 'updateMany', 'findOneAndUpdate', 'replaceOne', 'findOneAndReplace'], function () {
    check(this.getFilter(), this.getUpdate());
  });
  schema.pre('bulkWrite', function (operations) {
    for (const operation of operations) {
      for (const write of Object.values(operation) as {
        filter?: Fields;
        update?: object;
        replacement?: object;
      }[])
        check(write.filter ?? {}, write.replacement ?? write.update);
    }
  });
}

function check(filter: Fields, update: object | null | undefined): void {
  if (!update || !writesStatus(update)) return;
  const { $set, $push } = update as Update;
  const history = $push?.['history'] as { $each?: { from: string; to: string; event: string }[] } | undefined;
  const [entry] = history?.$each ?? [];
  const row = entry && findTransition(entry.from, entry.to, entry.event);
  const isTransition =
    row &&
    filter['status'] === storedStatus(row.from) &&
    $set?.['status'] === storedStatus(row.to) &&
    $set['released'] === isDispatched(row.to);
  if (!isTransition) throw new Error('The status of an upgrade changes by transition() only');
}

/** Whether a status is among the fields of the update, of any of its operators, or of a stage of its pipeline. */
function writesStatus(update: object): boolean {
  const values: unknown[] = Object.values(update);
  const parts = values.filter((value) => typeof value === 'object' && value !== null);
  if (Array.isArray(update)) return parts.some(writesStatus);
  return [update, ...parts].some((part) => Object.keys(part).some((field) => WRITTEN.has(field)));
}
