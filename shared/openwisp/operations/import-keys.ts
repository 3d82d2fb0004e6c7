import type { ClientSession } from 'mongoose';
import { bulkEntry, CLI, type AuditEntry } from '../../audit/domain/audit-entry.js';
import { batchesOf } from '../../platform/mongo/batches.js';
import { ConflictError } from '../../platform/mongo/transaction.js';
import { hashToken } from '../../platform/values/secrets.js';
import type { OpenwispDeps } from '../deps.js';
import {
  contradictions,
  isDerivedKey,
  judgeKeyRow,
  type KeyRow,
  type RefusedRow,
} from '../domain/key-row.js';
import type { GivenKey } from '../stores/moved-device-store.js';

type Deps = Pick<OpenwispDeps, 'stores' | 'now'>;

export interface KeyImport {
  readonly given: number;
  /** Those that had their key already. */
  readonly unchanged: number;
  readonly refused: readonly RefusedRow[];
  /** The rows whose keys others can compute; null when the shared secret is not known. */
  readonly weak: readonly KeyRow[] | null;
}

/** Rows in one transaction. */
const SHARE = 200;

/**
 * Lets devices of an organisation keep the UUIDs and keys of OpenWISP. Rows that do not fit are left out; the same list can
 * be imported again.
 * @param sharedSecret with which OpenWISP's devices have registered; null: unknown
 */
export async function importKeys(
  deps: Deps,
  organisationId: number,
  rows: readonly KeyRow[],
  sharedSecret: string | null,
): Promise<KeyImport> {
  const refused = contradictions(rows);
  const twice = new Set(refused.map(({ line }) => line));
  const single = rows.filter(({ line }) => !twice.has(line));
  const change = { organisationId, at: deps.now(), action: 'devices.keys_imported', kind: 'devices' };
  const entry = bulkEntry(change, CLI);
  const taken: KeyRow[] = [];
  let given = 0;
  for (const share of batchesOf(single, SHARE)) {
    const result = await deps.stores.transact(organisationId, (session) =>
      importShare(deps, entry, share, session),
    );
    given += result.given;
    taken.push(...result.taken);
    refused.push(...result.refused);
  }
  return {
    given,
    unchanged: taken.length - given,
    refused: refused.sort((one, other) => one.line - other.line),
    weak: sharedSecret === null ? null : taken.filter((row) => isDerivedKey(row, sharedSecret)),
  };
}

async function importShare(
  { stores }: Deps,
  entry: AuditEntry,
  rows: readonly KeyRow[],
  session: ClientSession,
): Promise<{ given: number; taken: KeyRow[]; refused: RefusedRow[] }> {
  const { organisationId } = entry;
  const { movedDevices } = stores;
  const known = await movedDevices.keyed(
    rows.map(({ macId }) => macId),
    session,
  );
  const held = await movedDevices.taken(
    rows.map(({ key }) => hashToken(key)),
    rows.map(({ uuid }) => uuid),
    session,
  );
  const given: GivenKey[] = [];
  const taken: KeyRow[] = [];
  const refused: RefusedRow[] = [];
  for (const row of rows) {
    const { line, macId, uuid, key } = row;
    const device = known.get(macId);
    const verdict = judgeKeyRow(row, device, organisationId, held);
    if (typeof verdict === 'object') refused.push({ line, ...verdict });
    else taken.push(row);
    if (verdict === 'give')
      given.push({ macId, uuid, keyHash: hashToken(key), deviceId: device?.deviceId ?? 0 });
  }
  if (given.length > 0 && !(await movedDevices.give(entry, given, session))) throw new ConflictError();
  return { given: given.length, taken, refused };
}
