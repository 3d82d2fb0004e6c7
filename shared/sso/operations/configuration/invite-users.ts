import { SYSTEM } from '../../../audit/domain/audit-entry.js';
import { accountEntry } from '../../../access/domain/account-entry.js';
import type { UserRecord } from '../../../access/models/user.js';
import { newMail, storedMail } from '../../../access/operations/links/account-mail.js';
import { newPasswordLink } from '../../../access/operations/links/password-link.js';
import type { SsoDeps } from '../../deps.js';
import type { InvitingOrganisation } from '../../stores/sso-configuration-store.js';

/** How many organisations one pass works on, and how many of their users. */
const AT_ONCE = 10;
const BATCH = 100;

type InvitationDeps = Pick<SsoDeps, 'stores' | 'env' | 'now'>;

/** Organisations that have removed single sign-on, and whose users are still to be invited. */
export function dueInvitations({ stores }: SsoDeps): Promise<InvitingOrganisation[]> {
  return stores.ssoConfigurations.inviting(AT_ONCE);
}

/**
 * Mails links to a password to users who signed in by the provider that was removed and have no password. The place in the list
 * is written with the mails, so that each user gets one.
 * @returns whether more users are left
 */
export async function inviteUsers(deps: SsoDeps, read: InvitingOrganisation): Promise<boolean> {
  const { stores, env, now } = deps;
  const { organisationId, invitesAfter } = read;
  // Without mails, administrators hand links over.
  const users =
    env.smtp === null ? [] : await stores.ssoUsers.withoutPassword(organisationId, invitesAfter, BATCH);
  const last = users.at(-1);
  const isMore = users.length === BATCH && last !== undefined;
  const invitations = await invitationsOf(deps, users);
  const at = now();
  await stores.transactUncounted(async (session) => {
    if (!(await stores.ssoConfigurations.invited(read, isMore ? last._id : null, session))) return;
    await stores.passwordLinks.createAll(
      invitations.map(({ link }) => link.record),
      session,
    );
    await stores.mails.putAll(
      invitations.map(({ mail }) => mail),
      session,
    );
    const entries = invitations.map(({ user: { _id: userId }, link: { made } }) => {
      const fields = { at, after: { expires_at: made.expiresAt, is_mailed: true } };
      return accountEntry({ userId, organisationId }, 'user.password_link_created', SYSTEM, fields);
    });
    await stores.audit.write(entries, session);
  });
  return isMore;
}

async function invitationsOf({ stores, env, now }: InvitationDeps, users: readonly UserRecord[]) {
  if (users.length === 0) return [];
  const first = await stores.ids.reserve('mails', users.length);
  return users.map((user, index) => {
    const _id = first + index;
    const { _id: userId, organisationId, email, timeZone } = user;
    const link = newPasswordLink(user, now());
    const about = { kind: 'invitation', address: email, link: link.made, timeZone } as const;
    const mail = newMail({ _id, organisationId, userId, account: storedMail(env, _id, about) }, now());
    return { user, link, mail };
  });
}
