import type { Reply } from '../fixtures/api.js';
import { webhookFixture, type WebhookFixture } from '../fixtures/records/webhook-fixture.js';
import type { ErrorRow } from './error-rows.js';

const CODED = ['msg', 'error_code'];

function row(
  status: number,
  code: number,
  when: string,
  provoke: (fixture: WebhookFixture) => Promise<Reply>,
  body: readonly string[] = CODED,
): ErrorRow {
  return { status, code, when, body, provoke: async () => provoke(await webhookFixture()) };
}

/** The errors of docs/webhooks.md. */
export const WEBHOOK_ERROR_ROWS: readonly ErrorRow[] = [
  row(422, 1109, 'an unknown type of event', (fixture) => fixture.create({ types: ['x'] }), [
    ...CODED,
    'errors',
  ]),
  row(409, 1111, 'a test of a disabled webhook', async (fixture) => {
    const { id } = await fixture.webhook();
    await fixture.patch(id, { enabled: false });
    return fixture.call('POST', `/v1/webhooks/${id}/test`);
  }),
  row(409, 1111, 'a redelivery to a disabled webhook', async (fixture) => {
    const { id } = await fixture.webhook();
    await fixture.put(`evt_row_${id}`);
    await fixture.patch(id, { enabled: false });
    const [{ _id } = { _id: 0 }] = await fixture.deliveries(id);
    return fixture.call('POST', `/v1/webhooks/${id}/deliveries/${_id}/redeliver`);
  }),
  row(409, 1115, 'a 21st webhook', async (fixture) => {
    for (let made = 0; made < 20; made += 1) await fixture.webhook();
    return fixture.create();
  }),
  row(404, 1116, 'no such webhook', (fixture) => fixture.patch(999_999_999, { enabled: false })),
  row(422, 1117, 'a private URL', (fixture) => fixture.create({ url: 'https://10.0.0.1/' })),
];
