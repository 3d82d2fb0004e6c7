import type { Connection } from 'mongoose';

const EXPLAINED = new Set(['find', 'aggregate', 'count', 'distinct']);
/** What the driver adds to a command and explain does not take. */
const ENVELOPE = new Set(['lsid', '$db', '$clusterTime', 'txnNumber', '$readPreference', 'maxTimeMS']);

/** How many documents the reads among these commands look at, by explain; it runs each once more. */
export async function examinedBy({ db }: Connection, commands: readonly unknown[]): Promise<number> {
  let examined = 0;
  for (const command of commands as readonly Record<string, unknown>[]) {
    const [name = ''] = Object.keys(command);
    if (!EXPLAINED.has(name)) continue;
    const body = Object.fromEntries(Object.entries(command).filter(([field]) => !ENVELOPE.has(field)));
    const plan = await db?.command({ explain: body, verbosity: 'executionStats' });
    const stats = plan?.['executionStats'] as { totalDocsExamined?: number } | undefined;
    examined += stats?.totalDocsExamined ?? 0;
  }
  return examined;
}
