import { expect } from 'chai';
import type Joi from 'joi';
import { ENDPOINTS } from '../../api/endpoints.js';
import { sharedApi, type Reply, type TestApi } from '../fixtures/api.js';
import { askById } from '../fixtures/asking.js';
import { TENANCY_ROWS } from './tenancy/table.js';
import { makeNetworks } from './tenancy/tenancy-fixture.js';

/** What the lists of the console's resources take; those of docs/interface.md have pages of their own kinds. */
const LISTS = ENDPOINTS.filter(({ changes, input }) => !changes && 'cursor' in keysOf(input));
/** The lists of docs/rollouts.md, docs/webhooks.md and the audit log, which are not counted. */
const UNCOUNTED = [
  'list_rollouts',
  'rollout_devices',
  'rollout_events',
  'list_webhooks',
  'webhook_deliveries',
  'audit_log',
  'list_maintenance',
  'list_alerts',
];

interface Listed {
  readonly data: Readonly<Record<string, readonly unknown[]>>;
  readonly meta: Readonly<Record<string, unknown>>;
}

interface DescribedPage {
  readonly properties?: {
    readonly meta?: { readonly $ref?: string; readonly properties?: Readonly<Record<string, unknown>> };
  };
}

function keysOf(schema: Joi.Schema): Readonly<Record<string, unknown>> {
  return (schema.describe() as { keys?: Record<string, unknown> }).keys ?? {};
}

describe('every list of the API of the console', () => {
  let api: TestApi;
  let token: string;
  let inputs: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  before(async () => {
    api = await sharedApi();
    const { admin, records } = await makeNetworks(api, ['home', 'other']);
    const [home, other] = records;
    if (!home || !other) throw new Error('There are no records');
    token = admin.token;
    inputs = new Map(
      await Promise.all(
        LISTS.map(async ({ operation }) => {
          const row = TENANCY_ROWS.find((one) => one.operation === operation);
          return [operation, (await row?.input(home, other)) ?? {}] as const;
        }),
      ),
    );
  });

  it('is known', () => {
    expect(LISTS).to.have.length.above(UNCOUNTED.length);
  });

  // docs/http.md#compression-2
  it('has a meta with a name in the API document', async () => {
    const { body } = await api.call('GET', '/openapi.json');
    const { schemas } = (body as { components: { schemas: Record<string, DescribedPage> } }).components;
    const pages = Object.entries(schemas).filter(([, page]) => page.properties?.meta !== undefined);
    const named = pages.filter(([, page]) => /ListMeta$/.test(page.properties?.meta?.$ref ?? ''));
    expect(named).to.have.length(LISTS.length);
    const written = pages.filter(
      ([, page]) => page.properties?.meta?.properties?.['next_cursor'] !== undefined,
    );
    expect(written.map(([name]) => name)).to.deep.equal([]);
  });

  for (const endpoint of LISTS) {
    const { operation } = endpoint;
    const list = async (query: Readonly<Record<string, string>>): Promise<Reply> => {
      const reply = await askById(
        api,
        endpoint,
        { ...inputs.get(operation), per_page: '200', ...query },
        { token },
      );
      if (!reply) throw new Error(`${operation} needs other parameters`);
      return reply;
    };
    const pathsOf = (reply: Reply): string[] => {
      expect([reply.status, reply.body], reply.text).to.deep.include(422);
      const { error_code: code, errors } = reply.body as { error_code: number; errors: { path: string }[] };
      expect(code, reply.text).to.equal(1109);
      return errors.map(({ path }) => path);
    };

    // docs/http.md#lists-2
    it(`has the same meta: ${operation}`, async () => {
      const reply = await list({});
      expect(reply.status, reply.text).to.equal(200);
      const { meta } = reply.body as Listed;
      const counted = UNCOUNTED.includes(operation) ? [] : ['total', 'total_is_exact'];
      expect(meta).to.have.all.keys('next_cursor', 'has_more', ...counted);
    });

    // docs/http.md#lists-3
    // docs/http.md#faults-1
    it(`refuses parameters that it cannot take, by their paths: ${operation}`, async () => {
      for (const [path, value] of [
        ['sort', 'no_such_field'],
        ['sort', '-no_such_field'],
        ['cursor', 'nonsense'],
        ['per_page', 'many'],
      ] as const)
        expect(pathsOf(await list({ [path]: value })), `${path}=${value}`).to.deep.equal([path]);
    });

    // docs/http.md#lists-3
    it(`takes every order that it documents, page by page: ${operation}`, async () => {
      const { allow = [] } = keysOf(endpoint.input)['sort'] as { allow?: string[] };
      const orders = allow.filter((order): order is string => typeof order === 'string' && order !== '');
      expect(orders).to.not.be.empty;
      for (const sort of orders) {
        const whole = await list({ sort });
        expect(whole.status, whole.text).to.equal(200);
        const first = await list({ sort, per_page: '1' });
        expect(itemsOf(first).map(keyOf)).to.deep.equal(itemsOf(whole).slice(0, 1).map(keyOf));
        const { next_cursor: cursor } = (first.body as Listed).meta;
        if (typeof cursor !== 'string') continue;
        const second = await list({ sort, per_page: '1', cursor });
        expect(itemsOf(second).map(keyOf), sort).to.deep.equal(itemsOf(whole).slice(1, 2).map(keyOf));
      }
    });
  }
});

function itemsOf(reply: Reply): readonly unknown[] {
  return Object.values((reply.body as Listed).data)[0] ?? [];
}

/** What identifies an entry; its other fields may change between two requests. */
function keyOf(entry: unknown): unknown {
  const { id, upgrade_id: upgradeId, part_number: part } = entry as Record<string, unknown>;
  return id ?? upgradeId ?? part;
}
