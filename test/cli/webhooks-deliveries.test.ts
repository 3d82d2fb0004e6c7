import { expect } from 'chai';
import { UsageError } from '../../api/cli/command.js';
import { runCli } from '../fixtures/cli.js';
import { webhookFixture, type WebhookFixture } from '../fixtures/records/webhook-fixture.js';

describe('npm run cli -- webhooks deliveries', () => {
  let fixture: WebhookFixture;
  beforeEach(async () => {
    fixture = await webhookFixture();
  });

  const list = (org: number, ...more: string[]) =>
    runCli(fixture.api, ['webhooks', 'deliveries', '--organisation', String(org), ...more]);

  it('lists the deliveries of an organisation, and those of one webhook, the newest first', async () => {
    expect((await list(fixture.org)).lines).to.deep.equal(['There are no deliveries']);
    const [first, second] = [await fixture.webhook(), await fixture.webhook()];
    await fixture.put(`evt_cli_${fixture.org}_1`);
    await fixture.put(`evt_cli_${fixture.org}_2`);
    const { lines } = await list(fixture.org);
    expect(lines).to.have.lengthOf(4);
    const [newest] = (await list(fixture.org, '--webhook', String(first.id))).lines;
    expect(newest).to.match(
      new RegExp(
        `^\\d+  webhook ${first.id}  evt_cli_${fixture.org}_2  upgrades.finished  Pending, 0 tries: not tried, next try \\S+Z$`,
      ),
    );
    expect((await list(fixture.org, '--webhook', String(second.id))).lines).to.have.lengthOf(2);
  });

  it('shows what a delivery was answered', async () => {
    const { id } = await fixture.webhook();
    await fixture.put(`evt_cli_${fixture.org}_3`);
    await fixture.api.deps.mongo.models.webhookDeliveries.updateOne(
      { webhookId: id },
      { $set: { state: 'Delivered', tries: 2, lastStatus: 204, dueAt: null } },
    );
    expect((await list(fixture.org)).lines.join()).to.match(/Delivered, 2 tries: 204$/);
  });

  it('refuses a webhook of another organisation', async () => {
    const other = await webhookFixture(fixture.api);
    const { id } = await other.webhook();
    const error: unknown = await list(fixture.org, '--webhook', String(id)).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(UsageError);
    expect((error as Error).message).to.equal(`The organisation has no webhook ${id}`);
  });
});
