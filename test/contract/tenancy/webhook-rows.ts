import { PUBLIC_URL } from '../../fixtures/records/webhook-fixture.js';
import type { NetworkRecords } from './network-records.js';
import { row, type TenancyRow } from './row.js';

const SEEN = 'seen seen 403/1102 403/1102 seen 403/1102 403/1102 404/1116';
const CHANGED = 'done done 403/1102 403/1102 done 403/1102 403/1102 404/1116';

const a =
  (fields: Readonly<Record<string, unknown>> = {}) =>
  async (target: NetworkRecords) => ({ id: await target.webhook(), ...fields });

/** Webhooks show everything of an organisation (docs/webhooks.md#access-1). */
export const WEBHOOK_ROWS: readonly TenancyRow[] = [
  //  super_admin admin operator viewer tier2 readOnly hidden foreign
  row(
    'create_webhook',
    'url and types',
    async (target, home) => {
      await target.webhook();
      await home.webhook();
      return { url: PUBLIC_URL, types: ['rollout.started'] };
    },
    'made made 403/1102 403/1102 made 403/1102 403/1102 made',
  ),
  row(
    'list_webhooks',
    'nothing',
    async (target) => {
      await target.webhook();
      return {};
    },
    'seen seen 403/1102 403/1102 seen 403/1102 403/1102 blind',
  ),
  row('show_webhook', 'id', a(), SEEN),
  row('update_webhook', 'id', a({ enabled: false }), CHANGED),
  row('delete_webhook', 'id', a(), CHANGED),
  row('rotate_webhook_secret', 'id', a(), CHANGED),
  row('test_webhook', 'id', a(), CHANGED),
  row('webhook_deliveries', 'id', a(), SEEN),
  row(
    'redeliver_webhook',
    'id and delivery_id',
    async (target) => {
      const id = await target.webhook();
      return { id, delivery_id: await target.delivery(id) };
    },
    CHANGED,
  ),
];
