import type { Aggregate, Connection, Query, Schema } from 'mongoose';

/**
 * Gives every operation the connection's `maxTimeMS`, so that the server stops it when its caller has given up.
 * mongoose does so for some queries; this covers updates, deletes and bulk writes as well.
 */
export function limitTime(schema: Schema): void {
  schema.pre(
    /^(find|findOne.*|countDocuments|distinct|update(One|Many)|replaceOne|delete(One|Many))$/,
    { query: true, document: false },
    function (this: Query<unknown, unknown>) {
      const ms = limitOf(this.model.db);
      if (ms !== undefined && this.getOptions().maxTimeMS === undefined) this.maxTimeMS(ms);
    },
  );
  schema.pre('aggregate', function (this: Aggregate<unknown>) {
    const ms = limitOf(this.model().db);
    if (ms !== undefined) this.options.maxTimeMS ??= ms;
  });
  schema.pre('bulkWrite', function (_writes: unknown, options?: { maxTimeMS?: number | undefined }) {
    const ms = limitOf(this.db);
    if (ms !== undefined && options) options.maxTimeMS ??= ms;
  });
}

function limitOf(connection: Connection): number | undefined {
  return connection.get('maxTimeMS') as number | undefined;
}
