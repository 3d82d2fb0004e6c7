import type { Schema } from 'mongoose';
import { findTransition, isDispatched, storedStatus } from '../domain/upgrade-status.js';

type Fields = Readonly<Record<string, unknown>>;
type Update = Readonly<Record<string, Fields | undefined>>;

/** Fields that only a transition may write. */
const GUARDED = ['status', 'inFlight', 'history'] as const;

/**
 * Makes the model refuse a change of a status that stores/transition.ts did not build: an update that is conditional
 * on the status it leaves, is a row of the table, and records its event. Refuses replacements, pipelines and changed
 * documents, which transition() does not build. Inserts are not changes.
 */
export function requireTransition<T>(schema: Schema<T>): void {
  schema.pre(['updateOne', 'updateMany', 'findOneAndUpdate'], function () {
    check(this.getFilter(), this.getUpdate() ?? {});
  });
  schema.pre(['replaceOne', 'findOneAndReplace'], refuse);
  schema.pre('save', function () {
    if (!this.isNew && GUARDED.some((field) => this.isModified(field))) refuse();
  });
  schema.pre('bulkWrite', function (operations) {
    for (const operation of operations) {
      if ('replaceOne' in operation) refuse();
      if ('updateOne' in operation) check(operation.updateOne.filter, operation.updateOne.update);
      if ('updateMany' in operation) check(operation.updateMany.filter, operation.updateMany.update);
    }
  });
}

function check(filter: Fields, update: object): void {
  if (!writesStatus(update)) return;
  const { $set, $push } = update as Update;
  const history = $push?.['history'] as { $each?: { from: string; to: string; event: string }[] } | undefined;
  const rows = (history?.$each ?? []).map(({ from, to, event }) => findTransition(from, to, event));
  const [first, last] = [rows[0], rows.at(-1)];
  const isTransition =
    first &&
    last &&
    rows.every((row, at) => row && (at === 0 || rows[at - 1]?.to === row.from)) &&
    filter['status'] === storedStatus(first.from) &&
    $set?.['status'] === storedStatus(last.to) &&
    $set['inFlight'] === isDispatched(last.to);
  if (!isTransition) refuse();
}

/** Whether an update names a guarded field or a part of one. The stages of a pipeline can write any field. */
function writesStatus(update: object): boolean {
  if (Array.isArray(update)) return true;
  const paths = Object.entries(update).flatMap(([name, value]: [string, unknown]) => {
    if (!name.startsWith('$')) return [name];
    const fields = Object(value) as Fields;
    return name === '$rename' ? Object.entries(fields).flat() : Object.keys(fields);
  });
  return paths.some((path) => GUARDED.some((field) => field === String(path).split('.')[0]));
}

function refuse(): never {
  throw new Error('The status of an upgrade changes by transition() only');
}
