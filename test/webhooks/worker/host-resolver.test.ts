import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { parseNetworks } from '../../../shared/platform/values/networks.js';
import { checkUrl } from '../../../shared/webhooks/operations/check-url.js';
import { deliverWebhook } from '../../../shared/webhooks/operations/deliver/deliver-webhook.js';
import {
  createHostResolver,
  LOOKUPS_PER_ORGANISATION,
  type HostResolver,
} from '../../../shared/platform/outbound/host-resolver.js';
import { atEnd } from '../../fixtures/at-end.js';
import { TestClock } from '../../fixtures/clock.js';
import { eventually } from '../../fixtures/eventually.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { webhookFixture, type WebhookFixture } from '../../fixtures/records/webhook-fixture.js';
import { NameServer } from '../name-server.js';
import { Receiver } from '../receiver.js';

const DELIVERIES = 8;
const NAMES = { 'quick.test': '127.0.0.1', 'private.test': '10.0.0.1', 'public.test': '8.8.8.8' };
const never = new AbortController().signal;
const codeOf = (lookup: Promise<unknown>): Promise<unknown> =>
  lookup.then(
    () => null,
    (error: unknown) => (error as NodeJS.ErrnoException).code ?? (error as Error).name,
  );

describe('the resolver of webhooks', () => {
  let server: NameServer;
  let hosts: HostResolver;
  beforeEach(async () => {
    server = await NameServer.open(NAMES);
    // Its timeout never passes: the test decides when the silent server speaks.
    hosts = createHostResolver({ servers: [server.address], timeoutMs: 600_000, hostsFile: '/dev/null' });
  });
  afterEach(() => server.close());

  it('finds the addresses of a host, and tells a host without any', async () => {
    expect(await hosts.addressesOf(1, 'QUICK.test.', never)).to.deep.equal([
      { address: '127.0.0.1', family: 4 },
    ]);
    expect(await codeOf(hosts.addressesOf(1, 'unknown.test', never))).to.equal('ENOTFOUND');
  });

  it('takes the names of the hosts file, and localhost without one', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'airfleet-hosts-')), 'hosts');
    await writeFile(path, '127.0.0.9\tBox box.lan # a comment\n::9 box\n# 10.0.0.1 quick.test\nno address\n');
    const named = createHostResolver({ servers: [server.address], hostsFile: path });
    expect(await named.addressesOf(1, 'box', never)).to.deep.equal([
      { address: '127.0.0.9', family: 4 },
      { address: '::9', family: 6 },
    ]);
    expect(await named.addressesOf(1, 'box.lan', never)).to.deep.equal([{ address: '127.0.0.9', family: 4 }]);
    for (const host of ['localhost', 'a.localhost'])
      expect((await named.addressesOf(1, host, never)).map(({ address }) => address)).to.deep.equal([
        '127.0.0.1',
        '::1',
      ]);
    expect([...server.asked]).to.deep.equal([]);
    expect((await named.addressesOf(1, 'quick.test', never))[0]?.address).to.equal('127.0.0.1');
  });

  it('cancels a lookup, also one that waits, and lets the next one start', async () => {
    const aborted = new AbortController();
    const lookups = Array.from({ length: LOOKUPS_PER_ORGANISATION + 2 }, (_, index) =>
      codeOf(hosts.addressesOf(1, `h${index}.silent.test`, aborted.signal)),
    );
    await eventually('the lookups have begun', () => server.asked.size === LOOKUPS_PER_ORGANISATION);
    const next = hosts.addressesOf(1, 'quick.test', never);
    aborted.abort();
    const codes = await Promise.all(lookups);
    expect(codes.filter((code) => code === 'EAI_AGAIN')).to.have.lengthOf(LOOKUPS_PER_ORGANISATION);
    expect((await next)[0]?.address).to.equal('127.0.0.1');
    expect(server.asked.size).to.equal(LOOKUPS_PER_ORGANISATION + 1);
  });

  // docs/webhooks.md#urls-2
  it('decides about the URL of a webhook by the same addresses, within two seconds', async () => {
    const check = (url: string) =>
      checkUrl({ env: { webhookAllow: parseNetworks('127.0.0.0/8') ?? [] } as never, hosts }, 1, url).then(
        () => 'accepted',
        (error: unknown) => (error as Error).message,
      );
    expect(await check('http://quick.test/')).to.equal('accepted');
    expect(await check('https://public.test/')).to.equal('accepted');
    expect(await check('https://private.test/')).to.equal('The host of the URL is not a public address');
    expect(await check('http://public.test/')).to.equal('The URL must be https');
    const waiting = Array.from({ length: LOOKUPS_PER_ORGANISATION }, (_, index) =>
      codeOf(hosts.addressesOf(1, `held${index}.silent.test`, never)),
    );
    await eventually('all lookups wait', () => server.asked.size >= LOOKUPS_PER_ORGANISATION);
    expect(await check('https://behind.silent.test/'), 'one that waits for others').to.equal('accepted');
    server.speak();
    await Promise.all(waiting);
  });

  describe('of two organisations', () => {
    const clock = new TestClock();
    let service: TestService;
    before(async () => {
      service = await TestService.open({ WEBHOOK_ALLOW: '127.0.0.0/8' }, clock);
      atEnd(() => service.close());
    });

    /** Webhooks of one organisation, with their due deliveries. */
    async function withDeliveries(hostNames: readonly string[], each: number, port: string) {
      const fixture: WebhookFixture = await webhookFixture(service.api);
      const ids: number[] = [];
      for (const name of hostNames) {
        const { id } = await fixture.webhook({ url: 'https://8.8.4.4/' });
        const url = `http://${name}:${port}/`;
        await service.deps.mongo.models.webhooks.updateOne({ _id: id }, { $set: { url } });
        ids.push(id);
      }
      for (let event = 0; event < each; event += 1) await fixture.put(`evt_dns_${fixture.org}_${event}`);
      const deps = { ...service.deps, hosts };
      return {
        fixture,
        deliver: () => ids.map((_id) => deliverWebhook(deps, { _id, organisationId: fixture.org })),
        states: async () => {
          const deliveries = await Promise.all(ids.map((id) => fixture.deliveries(id)));
          return deliveries.flat().map(({ state }) => state);
        },
      };
    }

    // docs/webhooks.md#urls-4
    it('delivers all events of one while the name server of the other is silent', async () => {
      const receiver = await Receiver.open();
      const { port } = new URL(receiver.url);
      const names = Array.from({ length: 8 }, (_, index) => `w${index}.silent.test`);
      const silent = await withDeliveries(names, 1, port);
      const quick = await withDeliveries(['quick.test'], DELIVERIES, port);
      const order: string[] = [];
      const slow = silent.deliver().map((slice) => slice.then(() => order.push('silent')));
      await eventually('its lookups have begun', () => server.asked.size >= LOOKUPS_PER_ORGANISATION);
      await Promise.all(quick.deliver().map((slice) => slice.then(() => order.push('quick'))));
      expect(order).to.deep.equal(['quick']);
      expect(await quick.states()).to.deep.equal(Array(DELIVERIES).fill('Delivered'));
      expect(receiver.received).to.have.lengthOf(DELIVERIES);
      const inFlight = [...server.asked].filter((name) => name.endsWith('.silent.test'));
      expect(inFlight, 'lookups in flight').to.have.lengthOf(LOOKUPS_PER_ORGANISATION);
      server.speak();
      await Promise.all(slow);
      expect(await silent.states()).to.deep.equal(Array(names.length).fill('Pending'));
      await receiver.close();
    });
  });
});
