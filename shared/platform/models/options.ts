import type { SchemaOptions } from 'mongoose';

/**
 * Options of every collection: explicit ids, unknown fields and filter paths are errors, and only `npm run
 * migrate` creates indexes.
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
