import { isDeepStrictEqual } from 'node:util';
import { CLI } from '../../../audit/domain/audit-entry.js';
import type { AuditPosition } from '../../../audit/stores/audit-store.js';
import type { AccessDeps } from '../../deps.js';
import { accountEntry } from '../../domain/account-entry.js';
import { withoutNames } from '../../domain/forgotten.js';

const BATCH = 500;

interface Forgotten {
  readonly userId: number;
  readonly organisationId: number;
}

/**
 * Puts the number of a user that is disabled or deleted in the place of its email and names: in its record, and in the entries of
 * the audit log about it, in batches. Deletes its tokens, sessions and mails. What is done stays done when it is killed;
 * repeating it goes on.
 * @returns how many entries were changed; null for a user that is not known, and for one that is not disabled
 */
export async function forgetUser(
  { stores, now, failpoint }: Pick<AccessDeps, 'stores' | 'now' | 'failpoint'>,
  { userId, organisationId }: Forgotten,
): Promise<number | null> {
  const account = { userId, organisationId };
  const user = await stores.users.find(account);
  if (user === null ? !(await stores.forgetting.isKnown(account)) : !user.disabledAt) return null;
  const entry = accountEntry(account, 'user.forgotten', CLI, { at: now() });
  const isForgotten = await stores.transactUncounted(async (session) => {
    // A user that was enabled since it was read keeps everything.
    if (user !== null && !(await stores.forgetting.forget(account, session))) return false;
    await stores.audit.write([{ ...entry, id: `user_forgotten_${userId}` }], session);
    return true;
  });
  if (!isForgotten) return null;
  await failpoint('user-forgotten');
  while (await stores.forgetting.deleteMails(account));
  await failpoint('mails-deleted');
  let changed = 0;
  let before: AuditPosition | null = null;
  do {
    const page = await stores.audit.page(organisationId, { subject: `user:${userId}` }, before, BATCH);
    const rewritten = page.entries.flatMap((read) => {
      const named = { before: read.before, after: read.after };
      const fields = { before: withoutNames(read.before, userId), after: withoutNames(read.after, userId) };
      return isDeepStrictEqual(fields, named) ? [] : [{ ...read, ...fields }];
    });
    await stores.audit.rewrite(rewritten);
    await failpoint('entries-rewritten');
    changed += rewritten.length;
    before = page.next;
  } while (before !== null);
  return changed;
}
