import { type Caller } from '../../../access/domain/access.js';
import { createTag } from '../../../inventory/operations/change-tag.js';
import { createNetwork } from '../../../inventory/operations/create-network.js';
import type { BulkDeps } from '../../deps.js';
import type { BulkChange } from '../../domain/bulk-change.js';
import type { IdentifiedRow } from '../../domain/import-row.js';
import { judgeRow } from '../../domain/judge-row.js';
import type { BulkOperationRecord } from '../../models/bulk-operation.js';
import { isRefusal } from '../refusals.js';
import { factsOf, type ListFacts } from './row-facts.js';

/**
 * Creates the networks and tags that rows need and that do not exist. An operation creates a network of one name once,
 * whichever worker does; names of tags are unique.
 * @returns whether anything was created
 * @throws BatchStopped
 */
export async function createNames(
  deps: BulkDeps,
  operation: BulkOperationRecord,
  caller: Caller,
  rows: readonly IdentifiedRow[],
  facts: ListFacts,
): Promise<boolean> {
  const { stores } = deps;
  const change = operation.change as Extract<BulkChange, { action: 'import_devices' }>;
  const networks = new Set<string>();
  const tags = new Set<string>();
  for (const row of rows) {
    const verdict = judgeRow(row, factsOf(row, facts, caller, change));
    if (verdict.action === 'refused') continue;
    if (verdict.newNetwork !== null) networks.add(verdict.newNetwork);
    for (const tag of verdict.newTags) tags.add(tag);
  }
  for (const name of operation.created ?? []) networks.delete(name);
  for (const name of networks) {
    await unlessRefused(
      createNetwork(deps, caller, { network_name: name }, (_network, session) =>
        stores.bulkOperations.recordCreated(operation, name, session),
      ),
    );
    await deps.failpoint('bulk-name-created');
  }
  for (const name of tags) await unlessRefused(createTag(deps, caller, name, () => Promise.resolve()));
  return networks.size + tags.size > 0;
}

/** A row whose network or tag cannot be created is refused when its turn comes. */
async function unlessRefused(creation: Promise<unknown>): Promise<void> {
  try {
    await creation;
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}
