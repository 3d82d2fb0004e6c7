import type { Context } from './context.js';

/** Whether a collection or view of this name is committed; asked outside any transaction. */
export async function collectionExists(context: Context, database: string, name: string): Promise<boolean> {
  const sql =
    'SELECT 1::text FROM documentdb_api_catalog.collections WHERE database_name = $1 AND collection_name = $2';
  const rows = await context.gateway.pool.run((connection) => connection.query(sql, [database, name]));
  return rows.length > 0;
}
