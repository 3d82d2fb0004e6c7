import type { MailRecord } from '../../../access/models/mail.js';
import { resolveRequest } from '../../../access/operations/links/request-password-link.js';
import type { DueMail } from '../../../access/stores/mail-store.js';
import type { Turn } from '../../../platform/loop.js';
import {
  createMailer,
  type Mail,
  type Mailer,
  type SendOutcome,
} from '../../../platform/mail/smtp-mailer.js';
import type { AlertDeps } from '../../deps.js';
import { mailContent, unsubscriptionOf, type MailLine } from '../../domain/mail-content.js';
import { heldUntil, judgeMail } from '../../domain/mail-times.js';
import { unsubscribeToken } from '../../domain/unsubscribe-token.js';
import type { Unsubscription } from '../../domain/notification-settings.js';
import { composeAccountMail } from './compose-account-mail.js';
import { isFor, receiverOf } from './gather-mails.js';
import { messageIdOf } from './message-id.js';

/** The due mails that one pass reads: a worker that stops waits for its pass, and a server may be slow. */
const MAX_DUE = 16;
const UNSUBSCRIBE = '/unsubscribe';

/** Sends mails about alerts and accounts. */
export function createMailSender() {
  let mailer: Mailer | null = null;

  return {
    due: ({ stores, env, now }: AlertDeps): Promise<DueMail[]> =>
      env.smtp === null ? Promise.resolve([]) : stores.mails.due(now(), MAX_DUE),
    /**
     * Sends a due mail, under a lease of its own. It ends the gathering of alerts before its first try, so that every try
     * sends the same. A try that was not recorded is made again, with the same message id: SMTP has no way to ask whether
     * a mail was accepted.
     * @returns whether others can be sent at once: the server accepts mails
     */
    send: async (deps: AlertDeps, due: DueMail, { lease }: Turn): Promise<boolean> => {
      const { stores, env, now, failpoint } = deps;
      if (env.smtp === null || env.mailFrom === null) return false;
      const read = await stores.mails.find(due, now());
      if (read === null) return false;
      const isRequest = read.account?.kind === 'password_request';
      const sealed = await (isRequest ? resolveRequest(deps, read) : seal(deps, read));
      if (sealed === null) {
        // Requests for unknown addresses do not delay other mails.
        if (isRequest) await drop(deps, read);
        return isRequest;
      }
      await failpoint('mail-sealed');
      const mail = sealed.account ? composeAccountMail(deps, sealed) : await compose(deps, sealed);
      if (mail === null) {
        await drop(deps, sealed);
        return false;
      }
      mailer ??= createMailer(env.smtp, env.mailFrom);
      await lease.check();
      const outcome = await mailer.send(mail);
      await failpoint('mail-sent');
      await record(deps, sealed, outcome);
      await failpoint('mail-recorded');
      return outcome.isAccepted;
    },
  };
}

/** Ends the gathering of a mail; null when it goes on, or has changed meanwhile. */
async function seal({ stores, now }: AlertDeps, read: MailRecord): Promise<MailRecord | null> {
  const { isGathering, ...sealed } = read;
  if (isGathering !== true) return read;
  const until = heldUntil(read, await stores.alertMails.before(read), now());
  if (until === null) return (await stores.alertMails.seal(read)) ? sealed : null;
  await stores.alertMails.hold(read, until);
  return null;
}

/** The mail about alerts of a record as its receiver may see it now; null when nothing of it is left. */
async function compose({ stores, env }: AlertDeps, read: MailRecord): Promise<Mail | null> {
  const { organisationId, userId, items, count } = read;
  const [user, settings] = await Promise.all([
    stores.receivers.find(organisationId, userId),
    stores.alertSettings.find(organisationId),
  ]);
  if (user === null) return null;
  const receiver = receiverOf(user, settings?.email ?? {});
  // Of an alert that opened and closed, the mail shows the end.
  const notices = new Map(items.map(({ alertId, notice }) => [alertId, notice]));
  const found = await stores.alertLists.named(receiver.caller, [...notices.keys()]);
  const lines = found
    .filter((alert) => isFor(receiver, alert))
    .map((alert): MailLine => ({ ...alert, notice: notices.get(alert._id) ?? 'opened' }));
  if (lines.length === 0) return null;
  const { organisation } = await stores.accounts.describe(receiver.caller);
  const origin = env.publicUrl ?? '';
  const unsubscribeUrl = (kind: Unsubscription): string => {
    const token = unsubscribeToken(env.sessionSecrets, { organisationId, userId, kind });
    return `${origin}${UNSUBSCRIBE}?token=${token}`;
  };
  const others = count - items.length;
  const { hostname } = new URL(origin);
  const [first, ...rest] = lines;
  const thread = rest.length === 0 ? { thread: `<alert-${first?._id ?? 0}@${hostname}>` } : {};
  return {
    messageId: messageIdOf(read, origin),
    to: receiver.address,
    ...mailContent({ organisation, lines, others, origin, timeZone: user.timeZone ?? null, unsubscribeUrl }),
    ...thread,
    unsubscribeUrl: unsubscribeUrl(unsubscriptionOf(lines)),
  };
}

async function drop({ stores, now }: AlertDeps, sealed: MailRecord): Promise<void> {
  const { tries } = sealed;
  const dropped = { state: 'Dropped', tries, dueAt: null, lastError: null } as const;
  await stores.mails.record(sealed, { ...dropped, endedAt: now() });
}

async function record(deps: AlertDeps, sealed: MailRecord, outcome: SendOutcome): Promise<void> {
  const { stores, now, random, metrics, log } = deps;
  const at = now();
  const tries = sealed.tries + 1;
  const verdict = judgeMail(outcome, tries, at, random);
  const lastError = outcome.isAccepted ? null : outcome.error;
  const recorded = await stores.mails.record(sealed, {
    ...verdict,
    tries,
    endedAt: verdict.dueAt === null ? at : null,
    lastError,
  });
  metrics.mailTries.inc({ outcome: outcome.isAccepted ? 'sent' : 'failed' });
  if (recorded && verdict.state === 'Failed')
    log.warn({ mail: sealed._id, user: sealed.userId, error: lastError, tries }, 'A mail was given up');
}
