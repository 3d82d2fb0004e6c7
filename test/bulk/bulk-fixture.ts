import { expect } from 'chai';
import type { CallOptions, Reply, TestApi } from '../fixtures/api.js';
import { upgradeFixture, type UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import { runLoop } from '../../dev/run-loop.js';

/** A bulk operation as the API shows it. */
export interface ShownBulk {
  readonly id: number;
  readonly state: string;
  readonly total: number | null;
  readonly done: number;
  readonly failed_count: number;
  readonly waiting: { readonly canaries: number; readonly passed: number; readonly refused: number } | null;
  readonly failed: readonly {
    readonly id: number;
    readonly mac_id: string | null;
    readonly error_code: number | null;
    readonly reason: string;
  }[];
}

/** The fixture of upgrade tests, with bulk operations. */
export interface BulkFixture extends UpgradeFixture {
  /** Sends POST /v1/bulk_operations. */
  create(body: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<Reply>;
  show(id: number, options?: CallOptions): Promise<ShownBulk>;
  /** Creates an operation, runs it to its end in this process, and shows it. */
  run(body: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<ShownBulk>;
}

export async function bulkFixture(given?: TestApi): Promise<BulkFixture> {
  const fixture = await upgradeFixture(given);
  const { deps } = fixture.api;
  const create: BulkFixture['create'] = (body, options = {}) =>
    fixture.call('POST', '/v1/bulk_operations', { body, ...options });
  const show: BulkFixture['show'] = async (id, options = {}) =>
    shownBulk(await fixture.call('GET', `/v1/bulk_operations/${id}`, options));
  return {
    ...fixture,
    create,
    show,
    async run(body, options) {
      const { id } = shownBulk(await create(body, options), 202);
      for (let turns = 0; turns < 100; turns += 1) {
        await runLoop('bulk', deps);
        const shown = await show(id, options);
        if (shown.state !== 'queued' && shown.state !== 'running') return shown;
      }
      throw new Error('The bulk operation does not end');
    },
  };
}

/** The bulk operation of an answer, which must have the status. */
export function shownBulk(reply: Reply, status = 200): ShownBulk {
  expect(reply.status, reply.text).to.equal(status);
  return (reply.body as { data: { bulk_operation: ShownBulk } }).data.bulk_operation;
}
