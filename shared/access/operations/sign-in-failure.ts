import { INSTALLATION, newEntry, SYSTEM } from '../../audit/domain/audit-entry.js';
import { clientKey } from '../../platform/values/client-key.js';
import { hashToken } from '../../platform/values/secrets.js';
import type { AccessDeps } from '../deps.js';
import { accountName } from '../domain/account-entry.js';
import type { Place } from '../domain/place.js';
import { holderOf, type Account } from '../stores/account.js';

const PERIOD_MS = 3_600_000;
const KEY_LENGTH = 16;

/**
 * Counts a failed sign-in in the audit log: one entry an hour for an account and an address, and for all emails without an
 * account in the log of the installation. The write is the same for both.
 */
export async function recordFailedSignIn(
  { stores, now }: Pick<AccessDeps, 'stores' | 'now'>,
  account: Account | null,
  { requestId, address }: Place,
): Promise<void> {
  const at = now();
  const holder = account && holderOf(account);
  const subject = holder === null ? 'sign_in' : accountName(holder);
  const period = Math.floor(at.getTime() / PERIOD_MS);
  const key = hashToken(clientKey(address)).slice(0, KEY_LENGTH);
  const organisationId = holder?.organisationId ?? INSTALLATION;
  const change = { organisationId, at, action: 'sign_in.failed', subject, after: { address } };
  const entry = newEntry(change, { ...SYSTEM, requestId });
  await stores.audit.count({ ...entry, id: `sign_in_failed_${subject}_${period}_${key}` });
}
