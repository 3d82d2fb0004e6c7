import { isDeepStrictEqual } from 'node:util';
import { authorOf, readScope, type Caller } from '../../../access/domain/access.js';
import { accountName } from '../../../access/domain/account-entry.js';
import { newEntry, type Author } from '../../../audit/domain/audit-entry.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { Accompany } from '../../../platform/mongo/transaction.js';
import { requireRevision } from '../../../platform/values/revision.js';
import type { AlertDeps } from '../../deps.js';
import {
  ownEmail,
  withoutEmail,
  type EmailSettings,
  type StoredEmailSettings,
} from '../../domain/notification-settings.js';
import type { AlertSettingsRecord } from '../../models/alert-settings.js';
import type { Unsubscribing } from '../../domain/unsubscribe-token.js';
import type { ReceiverRecord } from '../../stores/receiver-store.js';
import { emailFaults, patchedEmail, presentEmail, type EmailPatch } from './email-settings.js';
import { receiverOf } from './gather-mails.js';

const MAX_TRIES = 10;

/** Which notifications a user gets. */
export interface OwnNotifications {
  readonly email: EmailSettings;
  /** Whether the installation sends mails. */
  readonly sendsEmail: boolean;
  /** Grows with every change of the user's choice, and of what the organisation sets for those that have not chosen. */
  readonly revision: number;
}

/** @throws AppError unauthenticated when the caller has been deleted or disabled meanwhile */
export async function showNotifications(deps: AlertDeps, caller: Caller): Promise<OwnNotifications> {
  return (await read(deps, caller)).shown;
}

/**
 * Changes the caller's notifications with a merge patch. Networks are those that the caller sees.
 * @throws AppError unauthenticated, revisionChanged, settingsInvalid; overloaded when all tries fail
 */
export async function updateNotifications(
  deps: AlertDeps,
  caller: Caller,
  { email, revisions }: { readonly email: EmailPatch; readonly revisions: readonly number[] | null },
  accompany: Accompany<OwnNotifications>,
): Promise<OwnNotifications> {
  const faults = await emailFaults(deps, readScope(caller), email);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { user, settings, shown } = await read(deps, caller);
    requireRevision(shown, revisions);
    if (faults.length > 0) throw new AppError('settingsInvalid', { details: { errors: faults } });
    const own = patchedEmail(ownEmail(user), email);
    if (isDeepStrictEqual(own, ownEmail(user))) return shown;
    const changed = await choose(deps, user, own, { settings, author: authorOf(caller), accompany });
    if (changed) return changed;
  }
  throw new AppError('overloaded');
}

/**
 * Ends the mails of a kind to a user who has followed an unsubscribe link. Repeating it changes nothing, and for a user who
 * is gone there is nothing to end.
 * @throws AppError overloaded when all tries fail
 */
export async function unsubscribe(
  deps: AlertDeps,
  { organisationId, userId, kind }: Unsubscribing,
  requestId: string,
): Promise<void> {
  const { stores } = deps;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const user = await stores.receivers.find(organisationId, userId);
    if (user === null) return;
    const settings = await stores.alertSettings.find(organisationId);
    const own = withoutEmail(ownEmail(user), receiverOf(user, settings?.email ?? {}).email, kind);
    if (own === null) return;
    const author = { actor: accountName({ organisationId, userId }), requestId };
    if (await choose(deps, user, own, { settings, author, reason: 'unsubscribe link' })) return;
  }
  throw new AppError('overloaded');
}

interface ReadNotifications {
  readonly user: ReceiverRecord;
  readonly settings: AlertSettingsRecord | null;
  readonly shown: OwnNotifications;
}

async function read(
  { stores, env }: AlertDeps,
  { organisationId, userId }: Caller,
): Promise<ReadNotifications> {
  const [user, settings] = await Promise.all([
    stores.receivers.find(organisationId, userId),
    stores.alertSettings.find(organisationId),
  ]);
  if (user === null) throw new AppError('unauthenticated');
  return { user, settings, shown: shownOf(user, settings, env) };
}

function shownOf(
  user: ReceiverRecord,
  settings: AlertSettingsRecord | null,
  { smtp }: AlertDeps['env'],
): OwnNotifications {
  const { email } = receiverOf(user, settings?.email ?? {});
  const revision = (user.notificationsRevision ?? 0) + (settings?.revision ?? 0);
  return { email, sendsEmail: smtp !== null, revision };
}

interface Choosing {
  readonly settings: AlertSettingsRecord | null;
  readonly author: Author;
  readonly reason?: string;
  readonly accompany?: Accompany<OwnNotifications>;
}

/** @returns null when the user has changed since it was read */
function choose(
  { stores, env, now }: AlertDeps,
  user: ReceiverRecord,
  own: StoredEmailSettings,
  { settings, author, reason, accompany }: Choosing,
): Promise<OwnNotifications | null> {
  const { organisationId, _id: userId } = user;
  return stores.transactUncounted(async (session) => {
    const written = await stores.receivers.choose(user, own, session);
    if (written === null) return null;
    const after = shownOf(written, settings, env);
    const entry = newEntry(
      {
        organisationId,
        at: now(),
        action: 'user.notifications_changed',
        subject: accountName({ organisationId, userId }),
        before: { email: presentEmail(shownOf(user, settings, env).email) },
        after: { email: presentEmail(after.email) },
        ...(reason === undefined ? {} : { reason }),
      },
      author,
    );
    await stores.audit.write([entry], session);
    await accompany?.(after, session);
    return after;
  });
}
