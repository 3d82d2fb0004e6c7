import { migrate } from '../../shared/composition/migrate.js';
import { BadFleet } from '../../shared/import/domain/faults.js';
import { UnreadableFleet } from '../../shared/import/file/find-sections.js';
import { openFleetFile } from '../../shared/import/file/fleet-file.js';
import { importFleet, type FleetCounts } from '../../shared/import/operations/import-fleet.js';
import { interruptible } from '../../shared/import/operations/interruptible.js';
import { LOCK_LIFETIME_MS, LockHeld } from '../../shared/platform/mongo/lock-store.js';
import { createStores } from '../../shared/composition/deps.js';
import { showProgress } from './import-progress.js';
import { fromCallersFolder } from '../../shared/platform/env/env.js';
import { printLinesTo, printTo } from './terminal.js';
import { interruption, withMongo, type CommandContext } from './with-mongo.js';

/** Long enough for the lock of an import that was killed to expire. */
const WAIT_MS = LOCK_LIFETIME_MS + 5000;

const [path] = process.argv.slice(2);

if (path === undefined) {
  printTo(process.stderr, 'usage: npm run import -- FILE.json');
  process.exitCode = 2;
} else {
  await withMongo('import', (context) => importFile(context, path));
}

/** Migrates the database and imports a fleet file. Stops after the current batch when interrupted. Returns the exit code. */
async function importFile({ env, mongo, log }: CommandContext, given: string): Promise<number> {
  const file = await openFleetFile(fromCallersFolder(given));
  const total = [...file.counts.values()].reduce((sum, count) => sum + count, 0);
  const progress = showProgress(total, process.stderr, () => performance.now());
  try {
    const differences = await migrate(mongo.models, env, () => undefined, { withoutSearch: true });
    for (const line of differences) printTo(process.stderr, line);
    const stores = createStores(mongo.models, env);
    const deps = { env, stores, log, now: () => new Date() };
    const counts = await importFleet(deps, interruptible(file, interruption()), progress.report, WAIT_MS);
    progress.end();
    printLinesTo(process.stdout, summary(counts));
    return 0;
  } catch (error) {
    progress.end();
    for (const line of refusal(error)) printTo(process.stderr, line);
    // No import follows that builds what is missing.
    if (error instanceof BadFleet || error instanceof UnreadableFleet)
      await migrate(mongo.models, env, () => undefined);
    return 1;
  } finally {
    await file.close();
  }
}

function summary(counts: FleetCounts): string {
  const lines = [...counts].map(([section, { total, added, changed }]) => {
    const same = total - added - changed;
    return `${section}: ${total} (${added} added, ${changed} changed, ${same} as they were)`;
  });
  return lines.length === 0 ? 'The fleet file has no records' : lines.join('\n');
}

/** One line for each named fault, or one for any other error; without a stack. */
function refusal(error: unknown): string[] {
  if (error instanceof LockHeld) return ['Another import is under way: wait for its end and try again'];
  if (!(error instanceof BadFleet)) return [error instanceof Error ? error.message : String(error)];
  return [...error.faults, error.message];
}
