import type { ClientSession } from 'mongoose';
import type { Caller } from '../../../access/domain/access.js';
import { callerOf } from '../../../access/operations/identify.js';
import type { AlertDeps } from '../../deps.js';
import { ALERT_KINDS, type AlertKind } from '../../domain/alert-kinds.js';
import type { NoticeKind } from '../../domain/notices.js';
import {
  emailSettingsOf,
  ownEmail,
  wantsEmail,
  type EmailSettings,
  type StoredEmailSettings,
} from '../../domain/notification-settings.js';
import { seesAlert } from '../../domain/sees-alert.js';
import type { AlertRecord } from '../../models/alert.js';
import type { MailPart } from '../../stores/alert-mail-store.js';
import type { ReceiverRecord } from '../../stores/receiver-store.js';

/** A user that gets mails. */
export interface Receiver {
  readonly caller: Caller;
  readonly address: string;
  readonly email: EmailSettings;
}

/** The users of an organisation that get mails; none when the service sends none. @param defaults of the organisation */
async function receiversWith(
  { stores, env }: AlertDeps,
  organisationId: number,
  defaults: StoredEmailSettings,
): Promise<Receiver[]> {
  if (env.smtp === null) return [];
  const receivers: Receiver[] = [];
  for await (const users of stores.receivers.walk(organisationId))
    receivers.push(...users.map((user) => receiverOf(user, defaults)).filter(({ email }) => email.enabled));
  return receivers;
}

/** The same with the defaults as they are. */
export async function receiversOf(deps: AlertDeps, organisationId: number): Promise<Receiver[]> {
  const settings = await deps.stores.alertSettings.find(organisationId);
  return receiversWith(deps, organisationId, settings?.email ?? {});
}

/** The kinds of alerts that at least one user of an organisation gets by e-mail; null when the service sends none. */
export async function mailedKinds(
  deps: AlertDeps,
  organisationId: number,
  defaults: StoredEmailSettings,
): Promise<AlertKind[] | null> {
  if (deps.env.smtp === null) return null;
  const receivers = await receiversWith(deps, organisationId, defaults);
  return ALERT_KINDS.filter((kind) =>
    receivers.some(({ email: { kinds } }) => kinds === null || kinds.includes(kind)),
  );
}

/** A user with its settings. @param defaults those of the organisation */
export function receiverOf(user: ReceiverRecord, defaults: StoredEmailSettings): Receiver {
  const caller = callerOf(user);
  return { caller, address: user.email, email: emailSettingsOf(caller, ownEmail(user), defaults) };
}

/** Whether a user wants a mail about an alert, and sees the alert. */
export function isFor({ caller, email }: Receiver, alert: AlertRecord): boolean {
  return wantsEmail(email, alert.kind, alert.networkId) && seesAlert(caller, alert);
}

/** Adds the openings and closings of alerts to the mails of those that want them, in the transaction that announces them. */
export async function gatherMails(
  { stores }: AlertDeps,
  organisationId: number,
  receivers: readonly Receiver[],
  notices: readonly { readonly alert: AlertRecord; readonly kind: NoticeKind }[],
  { at, session }: { readonly at: Date; readonly session: ClientSession },
): Promise<void> {
  const parts = receivers.flatMap((receiver): MailPart[] => {
    const items = notices
      .filter(({ alert }) => isFor(receiver, alert))
      .map(({ alert, kind }) => ({ alertId: alert._id, notice: kind }));
    return items.length === 0 ? [] : [{ userId: receiver.caller.userId, items }];
  });
  if (parts.length > 0) await stores.alertMails.gather(organisationId, parts, at, session);
}
