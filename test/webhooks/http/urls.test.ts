import { expect } from 'chai';
import { startTestApi, type TestApi } from '../../fixtures/api.js';
import { refused } from '../../fixtures/records/rollout-fixture.js';
import { webhookFixture, type WebhookFixture } from '../../fixtures/records/webhook-fixture.js';

const REFUSED = [
  // docs/webhooks.md#urls-1
  'http://8.8.4.4/',
  'https://user@8.8.4.4/',
  'https://:password@8.8.4.4/',
  'ftp://8.8.4.4/',
  'https:8.8.4.4',
  '//8.8.4.4/',
  'no url',
  // docs/webhooks.md#urls-2
  'https://127.0.0.1/',
  'https://localhost/',
  'https://10.1.2.3/',
  'https://169.254.169.254/latest/meta-data',
  'https://2130706433/',
  'https://0177.0.0.1/',
  'https://0x7f.1/',
  'https://127.1/',
  'https://①②⑦.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
];

describe('the URL of a webhook', () => {
  let fixture: WebhookFixture;
  let permissive: TestApi;
  before(async () => {
    fixture = await webhookFixture();
    permissive = await startTestApi({ env: { WEBHOOK_ALLOW: '127.0.0.0/8, ::1/128' } });
  });
  after(() => permissive.close());

  for (const url of REFUSED) {
    it(`is refused: ${url}`, async () => {
      const reply = await fixture.create({ url });
      expect(refused(reply), reply.text).to.deep.equal([422, 1117]);
    });
  }

  it('is accepted: public addresses, and hosts that do not resolve yet', async () => {
    const { id } = await fixture.webhook();
    for (const url of ['https://8.8.8.8/a?b=c', 'https://[::ffff:8.8.8.8]/', 'https://unknown.invalid/'])
      expect((await fixture.patch(id, { url })).status, url).to.equal(200);
  });

  // docs/webhooks.md#urls-3
  it('may be http and not public on a network of WEBHOOK_ALLOW, and on no other', async () => {
    const allowed = await webhookFixture(permissive);
    const { id } = await allowed.webhook({ url: 'http://127.0.0.1:9/' });
    for (const url of [
      'https://127.0.0.1/',
      'http://[::1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://localhost/',
    ])
      expect((await allowed.patch(id, { url })).status, url).to.equal(200);
    for (const url of [
      'http://8.8.8.8/',
      'https://10.0.0.1/',
      'http://user@127.0.0.1/',
      'http://unknown.invalid/',
    ])
      expect(refused(await allowed.patch(id, { url })), url).to.deep.equal([422, 1117]);
  });
});
