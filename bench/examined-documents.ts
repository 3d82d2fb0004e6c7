import type { Connection } from 'mongoose';

const EXPLAINED = new Set(['find', 'aggregate', 'count', 'distinct']);
/** Fields that the driver adds to a command and that explain rejects. */
const ENVELOPE = new Set(['lsid', '$db', '$clusterTime', 'txnNumber', '$readPreference', 'maxTimeMS']);

/** The number of documents that the reads among these commands examine. Runs each of them again with explain. */
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
