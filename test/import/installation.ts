import type { FleetDeps } from '../../shared/import/deps.js';
import { startTestApi, type Overrides, type TestApi } from '../fixtures/api.js';
import { migratedDatabase } from '../fixtures/migrated-database.js';
import type { ScratchDatabase } from '../fixtures/scratch-database.js';

/** What an export or import uses, with this passphrase in its environment. */
export function withPassphrase({ api }: Installation, exportPassphrase: string | null): FleetDeps {
  return { ...api.deps, env: { ...api.deps.env, exportPassphrase } };
}

/** An API on a database of its own. */
export class Installation {
  private constructor(
    readonly database: ScratchDatabase,
    readonly api: TestApi,
  ) {}

  static async open(overrides: Overrides = {}): Promise<Installation> {
    const database = await migratedDatabase();
    return new Installation(
      database,
      await startTestApi({ ...overrides, env: { MONGODB_URI: database.uri } }),
    );
  }

  async close(): Promise<void> {
    await this.api.close();
    await this.database.drop();
  }
}

/**
 * An answer without page tokens and times of last use, which differ each time, and without revisions and sequences,
 * which an import begins anew; revisions of configurations depend on the installation's salt, and their keys on its
 * sequences. An imported network has no base (docs/configuration.md#edit-first), so nothing leads back to one.
 */
export function comparable(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body)
      .replace(/"next_page_token":"[^"]*"/g, '"next_page_token":"new"')
      .replace(/"revision":(\d+|"[0-9a-f]{64}")/g, '"revision":0')
      .replace(/"key":\[[\d,]*\]/g, '"key":[]')
      .replace(/"seq":\d+,"changed_at":("[^"]*"|null)/g, '"seq":0,"changed_at":null')
      .replace(/"undo":.*?,"counts":/g, '"undo":null,"counts":')
      .replace(/"last_used_at":("[^"]*"|null)/g, '"last_used_at":null'),
  );
}
