import type { SchemaOptions } from 'mongoose';

/**
 * What every collection shares: ids are ours, unknown fields and unknown filter paths are errors, and indexes are
 * made by one explicit step (`npm run migrate`), never as a side effect of a start.
 */
export function collection(name: string) {
  return {
    collection: name,
    versionKey: false,
    strict: 'throw',
    strictQuery: 'throw',
    minimize: false,
    autoIndex: false,
    autoCreate: false,
    id: false,
    _id: false,
  } as const satisfies SchemaOptions;
}
