import type { Scope } from '../../../access/domain/access.js';
import { deviceScope } from '../../../inventory/stores/device-store.js';
import { shownStatus } from '../../domain/upgrade-status.js';
import type { UpgradeModels } from '../../models/models.js';
import type { UpgradeRecord } from '../../models/upgrade.js';
import { hitFilter, type FoundOwners, type FoundTexts, type UpgradeFilter } from './search.js';

type Upgrades = UpgradeModels['upgrades'];

const DEVICES = 'organisation_device_schedule';
const REQUESTS = 'organisation_schedule_id';
const STATUSES = 'sort_status';
const IDS = 'organisation_id';

/** A number of upgrades that is added to the count of the hits, or taken off it. */
interface Term {
  readonly sign: 1 | -1;
  /** The term is 0, and nothing is read, when one of these is empty. */
  readonly needs: readonly (readonly unknown[])[];
  readonly filter: UpgradeFilter;
  readonly index: string;
}

/**
 * Counts the hits of a search. Upgrades of devices and requests of which all texts have the search are counted without
 * comparing them; of the others, only those are read that may be hits.
 */
export async function countHits(
  upgrades: Upgrades,
  scope: Scope,
  search: string,
  texts: FoundTexts,
): Promise<number> {
  const terms = [...recordedTerms(scope, search, texts), ...latestTerms(scope, search, texts)];
  const counts = await Promise.all(
    terms.map(async ({ sign, needs, filter, index }) =>
      needs.some((list) => list.length === 0)
        ? 0
        : sign * (await upgrades.countDocuments(filter, { hint: index })),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The upgrades that the texts lead to: each term has those that are in none before it. */
function recordedTerms(scope: Scope, search: string, { devices, requests, statuses }: FoundTexts): Term[] {
  const inScope = deviceScope(scope);
  const hit = hitFilter(scope, search);
  const ofDevice = { routerInventoryId: of(devices.entirely) };
  const ofRequest = { scheduleId: of(requests.entirely) };
  const noDevice = noneOf('routerInventoryId', idsOf(devices));
  const [noRequest, noEntire] = [idsOf(requests), requests.entirely].map((ids) => noneOf('scheduleId', ids));
  return [
    { sign: 1, needs: [devices.entirely], filter: { ...inScope, ...ofDevice }, index: DEVICES },
    { sign: 1, needs: [requests.entirely], filter: { ...inScope, ...ofRequest }, index: REQUESTS },
    {
      sign: -1,
      needs: [devices.entirely, requests.entirely],
      filter: { ...inScope, ...ofDevice, ...ofRequest },
      index: DEVICES,
    },
    {
      sign: 1,
      needs: [devices.partly],
      filter: { ...hit, routerInventoryId: of(devices.partly), ...noEntire },
      index: DEVICES,
    },
    {
      sign: 1,
      needs: [requests.partly],
      filter: { ...hit, scheduleId: of(requests.partly), ...noDevice },
      index: REQUESTS,
    },
    {
      sign: 1,
      needs: [statuses],
      filter: { ...inScope, status: of(statuses), ...noDevice, ...noRequest },
      index: STATUSES,
    },
  ];
}

/**
 * Of the latest upgrades, whose texts are not recorded, what the other terms have counted is taken off, and the hits are
 * added.
 */
function latestTerms(
  scope: Scope,
  search: string,
  { devices, requests, statuses, latestFrom }: FoundTexts,
): Term[] {
  const hit = hitFilter(scope, search);
  const latest = { _id: { $gte: latestFrom } };
  const counted = [
    { routerInventoryId: of(devices.entirely) },
    { scheduleId: of(requests.entirely) },
    {
      $and: [
        hit,
        {
          $or: [
            { routerInventoryId: of(devices.partly) },
            { scheduleId: of(requests.partly) },
            { status: of(statuses) },
          ],
        },
      ],
    },
  ];
  return [
    {
      sign: -1,
      needs: [[...idsOf(devices), ...idsOf(requests), ...statuses]],
      filter: { ...deviceScope(scope), ...latest, $or: counted },
      index: IDS,
    },
    { sign: 1, needs: [], filter: { ...hit, ...latest }, index: IDS },
  ];
}

/** An order of the hits. */
interface HitOrder {
  readonly field: keyof UpgradeRecord;
  readonly then: '_id' | 'scheduleId';
  readonly descending: boolean;
}

/** The ids of the hits of a search that finds few, at most so many, in an order. */
export async function readHits(
  upgrades: Upgrades,
  scope: Scope,
  search: string,
  { devices, requests, statuses, latestFrom }: FoundTexts,
  { field, then, descending }: HitOrder,
  limit: number,
): Promise<number[]> {
  const hit = hitFilter(scope, search);
  const read = async (isAny: boolean, among: UpgradeFilter, hint: string): Promise<UpgradeRecord[]> =>
    isAny
      ? upgrades
          .find({ ...hit, ...among }, { [field]: 1, [then]: 1 })
          .hint(hint)
          .limit(limit)
          .batchSize(limit + 1)
          .lean<UpgradeRecord[]>()
      : [];
  const [deviceIds, scheduleIds] = [idsOf(devices), idsOf(requests)];
  const parts = await Promise.all([
    read(deviceIds.length > 0, { routerInventoryId: of(deviceIds) }, DEVICES),
    read(scheduleIds.length > 0, { scheduleId: of(scheduleIds) }, REQUESTS),
    read(statuses.length > 0, { status: of(statuses) }, STATUSES),
    read(true, { _id: { $gte: latestFrom } }, IDS),
  ]);
  const hits = new Map(parts.flat().map((upgrade) => [upgrade._id, upgrade]));
  const sign = descending ? -1 : 1;
  const sorted = [...hits.values()].sort(
    (one, other) =>
      sign * (compare(valueOf(one, field), valueOf(other, field)) || compare(one[then], other[then])),
  );
  return sorted.map(({ _id }) => _id);
}

type Value = string | number;

/** By what a list is sorted: the status as it is shown, and a time in milliseconds. */
function valueOf(upgrade: UpgradeRecord, field: keyof UpgradeRecord): Value {
  if (field === 'status') return shownStatus(upgrade.status);
  const value = upgrade[field];
  return value instanceof Date ? value.getTime() : (value as Value);
}

/** As the database compares: texts by their bytes. */
function compare(one: Value, other: Value): number {
  if (typeof one === 'string' && typeof other === 'string')
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : Number(one > other);
}

function idsOf({ entirely, partly }: FoundOwners): number[] {
  return [...entirely, ...partly];
}

function of<Value>(values: readonly Value[]): { $in: Value[] } {
  return { $in: [...values] };
}

/** A count from the index alone has no condition on fields that the index does not have. */
function noneOf(field: 'routerInventoryId' | 'scheduleId', ids: readonly number[]): UpgradeFilter {
  return ids.length === 0 ? {} : { [field]: { $nin: [...ids] } };
}
