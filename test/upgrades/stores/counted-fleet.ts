import fc from 'fast-check';
import { createStores, type Stores } from '../../../shared/composition/deps.js';
import { readEnv } from '../../../shared/platform/env/env.js';
import { BLOCK } from '../../../shared/platform/values/id-blocks.js';
import { wholeOrganisation } from '../../../shared/access/domain/access.js';
import type { UpgradeRecord } from '../../../shared/upgrades/models/upgrade.js';
import type { ScratchDatabase } from '../../fixtures/scratch-database.js';
import { storedUpgrade } from '../../fixtures/records/upgrade.js';
import { countPass } from './count-pass.js';

const NETWORKS = [1, 2, null];
const BEGIN = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;
const LONG_AGO = new Date(BEGIN - 1000 * HOUR);

/** One change of the upgrades of an organisation. Each is followed by a comparison: a state. */
export type Step =
  | { readonly kind: 'schedule'; readonly count: number; readonly gap: number }
  | { readonly kind: 'import'; readonly ids: readonly number[]; readonly hour: number }
  | { readonly kind: 'delete' | 'expire' | 'move'; readonly at: readonly number[] }
  | { readonly kind: 'count'; readonly hours: number; readonly diesAt: number; readonly beside: boolean };

const positions = fc.array(fc.nat(), { maxLength: 12 });
export const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('schedule' as const),
    count: fc.integer({ min: 1, max: 9 }),
    gap: fc.nat(BLOCK),
  }),
  fc.record({
    kind: fc.constant('import' as const),
    ids: fc.array(fc.nat(8 * BLOCK), { maxLength: 6 }),
    hour: fc.integer({ min: -50, max: 50 }),
  }),
  fc.record({ kind: fc.constantFrom('delete' as const, 'expire' as const, 'move' as const), at: positions }),
  fc.record({
    kind: fc.constant('count' as const),
    hours: fc.integer({ min: 0, max: 3 }),
    diesAt: fc.integer({ min: 0, max: 8 }),
    beside: fc.boolean(),
  }),
);

/** One organisation, with the clock and the next id that its changes have. */
export class CountedFleet {
  readonly #database: ScratchDatabase;
  readonly #stores: Stores;

  #now = BEGIN;
  #next: number;

  constructor(
    database: ScratchDatabase,
    readonly organisationId: number,
  ) {
    this.#database = database;
    this.#stores = createStores(database.mongo.models, readEnv());
    this.#next = organisationId * 100 * BLOCK;
  }

  now(): Date {
    return new Date(this.#now);
  }

  all(): Promise<UpgradeRecord[]> {
    return this.#database.mongo.models.upgrades
      .find({ organisationId: this.organisationId })
      .sort({ _id: 1 })
      .lean();
  }

  async #add(ids: readonly number[], createdAt: Date, isImport: boolean): Promise<void> {
    const records = ids.map((_id, index) =>
      storedUpgrade({
        _id,
        organisationId: this.organisationId,
        locationNetworkId: NETWORKS[_id % 3] ?? null,
        routerInventoryId: _id,
        scheduleId: _id,
        createdAt: new Date(createdAt.getTime() + (index % 2)),
      }),
    );
    if (records.length === 0) return;
    if (isImport)
      await this.#stores.fleetWrites.addUpgrades([], records, () => Promise.resolve(), this.now());
    else await this.#database.mongo.models.upgrades.collection.insertMany(records as never[]);
  }

  /** Some of the upgrades by their positions. */
  async #chosen(at: readonly number[]): Promise<number[]> {
    const all = await this.all();
    return [...new Set(at.flatMap((position) => all[position % Math.max(1, all.length)]?._id ?? []))];
  }

  async apply(change: Step): Promise<void> {
    const { upgrades } = this.#database.mongo.models;
    const { organisationId } = this;
    switch (change.kind) {
      case 'schedule': {
        const first = this.#next + change.gap;
        this.#next = first + change.count;
        this.#now += 1000;
        return this.#add(
          Array.from({ length: change.count }, (_, index) => first + index),
          this.now(),
          false,
        );
      }
      case 'import': {
        const base = organisationId * 100 * BLOCK;
        const stored = new Set((await this.all()).map(({ _id }) => _id));
        const ids = [...new Set(change.ids.map((id) => base + id))].filter((id) => !stored.has(id));
        this.#next = Math.max(this.#next, ...ids.map((id) => id + 1));
        return this.#add(ids, new Date(this.#now + change.hour * HOUR), true);
      }
      case 'move': {
        const ids = await this.#chosen(change.at);
        await upgrades.collection.updateMany(
          { _id: { $in: ids as never[] } },
          { $set: { locationNetworkId: 2 } },
        );
        return;
      }
      case 'expire': {
        const ids = await this.#chosen(change.at);
        const ended = { status: 'Success', statusSince: LONG_AGO, dueAt: LONG_AGO };
        await upgrades.collection.updateMany({ _id: { $in: ids as never[] } }, { $set: ended });
        await this.#stores.retention.expireUpgrades(new Date(LONG_AGO.getTime() + HOUR), this.now());
        return;
      }
      case 'delete':
        for (const id of await this.#chosen(change.at)) await this.#delete(id);
        return;
      case 'count': {
        this.#now += change.hours * HOUR;
        const beside = change.beside ? await this.#chosen([1, 5, 9]) : [];
        await Promise.all([
          countPass(this.#stores, organisationId, () => this.now(), change.diesAt),
          ...beside.map((id) => this.#delete(id)),
        ]);
      }
    }
  }

  async #delete(id: number): Promise<void> {
    const author = { actor: 'system' as const, requestId: null };
    await this.#stores.upgrades.deletePending(wholeOrganisation(this.organisationId), id, this.now(), author);
  }
}
