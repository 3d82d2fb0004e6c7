import { batchesOf } from '../../platform/mongo/batches.js';
import { ConflictError } from '../../platform/mongo/transaction.js';
import type { WebhookEvent } from '../../webhooks/domain/event-types.js';
import type { AlertDeps } from '../deps.js';
import { noticed, type NoticeKind } from '../domain/notices.js';
import type { AlertRecord } from '../models/alert.js';
import { gatherMails, receiversOf, type Receiver } from './mail/gather-mails.js';
import { presentAlert } from './present-alert.js';

const MAX_ALERTS = 1000;
const ALERTS_A_TRANSACTION = 200;

/**
 * Announces alerts whose receivers do not know their state: writes the events of webhooks and adds to mails, in the
 * transaction that records that the alerts are announced, so each notice is written once whatever dies.
 * @returns whether there may be more
 */
export async function announceAlerts(deps: AlertDeps): Promise<boolean> {
  const { stores, now, log } = deps;
  const due = await stores.alertNotices.due(now(), MAX_ALERTS);
  const byOrganisation = new Map<number, AlertRecord[]>();
  for (const alert of due)
    byOrganisation.set(alert.organisationId, [...(byOrganisation.get(alert.organisationId) ?? []), alert]);
  let failed = false;
  for (const [organisationId, alerts] of byOrganisation)
    try {
      const receivers = await receiversOf(deps, organisationId);
      for (const batch of batchesOf(alerts, ALERTS_A_TRANSACTION))
        await announce(deps, organisationId, batch, receivers);
    } catch (error) {
      failed = true;
      log.warn(
        { err: error, organisation: organisationId },
        'Alerts were not announced; the next second tries again',
      );
    }
  return !failed && due.length === MAX_ALERTS;
}

async function announce(
  deps: AlertDeps,
  organisationId: number,
  alerts: readonly AlertRecord[],
  receivers: readonly Receiver[],
): Promise<void> {
  const { stores, now, failpoint, metrics } = deps;
  const at = now();
  const notices = alerts.map((alert) => {
    const kind: NoticeKind = alert.state === 'closed' ? 'closed' : 'opened';
    const { sent, openedSentAt, closedSentAt } = alert;
    return { alert, kind, state: noticed({ sent, openedSentAt, closedSentAt }, kind, at) };
  });
  const events = notices.map(({ alert, kind }): WebhookEvent => ({
    id: `evt_alert_${alert._id}_${alert.seq}`,
    type: `alert.${kind}`,
    at,
    data: { alert: presentAlert(alert) },
  }));
  await failpoint('notices-read');
  await stores.transact(
    organisationId,
    async (session) => {
      if (!(await stores.alertNotices.record(notices, session)))
        throw new ConflictError('Another worker has announced them, or they have changed');
      await stores.outbox.put(organisationId, events, at, session);
      await gatherMails(deps, organisationId, receivers, notices, { at, session });
    },
    1,
  );
  for (const { kind, alert } of notices) metrics.alertNotices.inc({ kind: alert.kind, notice: kind });
  await failpoint('notices-written');
}
