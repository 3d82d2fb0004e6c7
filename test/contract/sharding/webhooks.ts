import { makeAlert } from '../../fixtures/records/alert.js';
import { PUBLIC_URL, putEvent, shownWebhook } from '../../fixtures/records/webhook-fixture.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import type { Reply } from '../../fixtures/api.js';

type Call = (method: string, path: string, body?: unknown) => Promise<Reply>;

/** Takes a webhook through its life, with an event, and acknowledges an alert. */
export async function callWebhooks(
  call: Call,
  { api: { deps }, org }: UpgradeFixture,
  record: (run: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const made = await call('POST', '/v1/webhooks', { url: PUBLIC_URL, types: ['upgrades.finished'] });
  const { id } = shownWebhook(made, 201);
  const path = `/v1/webhooks/${id}`;
  await record(() => putEvent(deps, org, { id: `evt_sharding_${id}` }));
  const delivery = await deps.mongo.models.webhookDeliveries.findOne({ webhookId: id }).lean();
  for (const read of ['/v1/webhooks', path, `${path}/deliveries`]) await call('GET', read);
  await call('PATCH', path, { types: ['rollout.paused'] });
  await call('POST', `${path}/rotate_secret`);
  await call('POST', `${path}/test`);
  await call('POST', `${path}/deliveries/${delivery?._id}/redeliver`);
  await call('DELETE', path);
  await call('GET', '/v1/alert_settings');
  await call('PATCH', '/v1/alert_settings', { kinds: { radio_down: { enabled: false } } });
  await call('GET', '/v1/me/notifications');
  await call('PATCH', '/v1/me/notifications', { email: { enabled: true } });
  await call('POST', `/v1/alerts/${await makeAlert(deps, org)}/acknowledge`);
}
