import { expect } from 'chai';
import { eventually } from '../fixtures/eventually.js';
import { rolloutFixture, type RolloutFixture } from '../fixtures/records/rollout-fixture.js';
import { PUBLIC_URL, shownWebhook } from '../fixtures/records/webhook-fixture.js';

describe('reads that the console repeats', () => {
  let fixture: RolloutFixture;
  let rollout: number;
  let webhook: number;
  before(async () => {
    fixture = await rolloutFixture();
    ({ id: rollout } = await fixture.draft());
    const body = { url: PUBLIC_URL, types: ['upgrades.finished'] };
    ({ id: webhook } = shownWebhook(await fixture.call('POST', '/v1/webhooks', { body }), 201));
  });

  // docs/console-api.md#common-5
  // docs/webhooks.md#revision-2
  for (const path of [
    '/v1/overview',
    '/v1/devices',
    '/v1/networks',
    '/v1/tags',
    '/v1/users',
    '/v1/firmware_releases',
    '/v1/access_tokens',
    '/v1/audit_log',
    '/v1/rollouts',
    '/v1/rollouts/ROLLOUT',
    '/v1/rollouts/ROLLOUT/devices',
    '/v1/rollouts/ROLLOUT/failures',
    '/v1/rollouts/ROLLOUT/events',
    '/v1/webhooks',
    '/v1/webhooks/WEBHOOK/deliveries',
  ])
    it(`are answered with 304 while nothing has changed: ${path}`, async () => {
      const own = path.replace('ROLLOUT', String(rollout)).replace('WEBHOOK', String(webhook));
      let tag = '';
      // The first read may itself change what it shows: when the token was last used.
      await eventually('304', async () => {
        const { status, text, headers } = await fixture.call('GET', own, {
          headers: { 'If-None-Match': tag },
        });
        tag = headers.get('ETag') ?? '';
        expect(tag, text).to.match(/^"/);
        expect(status).to.be.oneOf([200, 304]);
        return status === 304 && text === '';
      });
    });
});
