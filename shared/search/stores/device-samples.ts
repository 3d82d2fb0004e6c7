import { LRUCache } from 'lru-cache';
import { inScope, type Scope } from '../../access/domain/access.js';
import { matchesWords, withoutSeparators } from '../../inventory/domain/device-search.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import type { MatchedField } from '../domain/device-match.js';
import type { DeviceQuery } from './key-order.js';

/** An organisation up to this size is not sampled. */
const FEW_DEVICES = 2000;

/** What a sample of an organisation's devices says about a caller's search. */
export interface SampledSearch {
  /** Devices of the organisation. */
  readonly devices: number;
  /** How many of them were sampled; 0 for an organisation of at most FEW_DEVICES. */
  readonly sampled: number;
  /** Sampled devices that the caller may see. */
  readonly inScope: number;
  /** Sampled devices that match the words. */
  readonly candidates: number;
  /** Sampled devices that have each value of the match, in its order. */
  readonly matching: readonly number[];
  /** Sampled devices that do all of it. */
  readonly hits: number;
}

type SampledDevice = Pick<
  DeviceRecord,
  '_id' | 'searchText' | 'locationNetworkId' | 'tagIds' | 'partNumber' | 'firmwareVersion'
>;

/** Some devices of an organisation, by which searches are planned. No answer depends on it. */
export class Sample {
  private readonly compact: readonly string[];

  constructor(
    /** Devices of the organisation when the sample was taken. */
    readonly devices: number,
    private readonly rows: readonly SampledDevice[],
  ) {
    this.compact = rows.map((row) => withoutSeparators(row.searchText));
  }

  estimate(scope: Scope, words: readonly string[], fields: readonly MatchedField[] = []): SampledSearch {
    const visible = this.rows.filter((row) => inScope(scope, row.locationNetworkId));
    const candidates = this.rows.filter((row) => matchesWords(row.searchText, words));
    const hits = candidates.filter(
      (row) => inScope(scope, row.locationNetworkId) && fields.every(({ holds }) => holds(row)),
    );
    return {
      devices: this.devices,
      sampled: this.rows.length,
      inScope: visible.length,
      candidates: candidates.length,
      matching: fields.map(({ holds }) => this.rows.filter(holds).length),
      hits: hits.length,
    };
  }

  /** How many of the sampled texts contain a trigram. */
  frequency(gram: string): number {
    return this.compact.filter((text) => text.includes(gram)).length;
  }
}

export type DeviceSamples = ReturnType<typeof createDeviceSamples>;

const SAMPLE = { points: 25, perPoint: 80 };
const MAX_ORGANISATIONS = 100;
const LARGE = 20_000;
const FRESH_MS = 60_000;
const FRESH_LARGE_MS = 300_000;

/** Caches the samples in this process. A request waits only for the first; an old one is used while a new one is taken. */
export function createDeviceSamples(models: InventoryModels) {
  const samples = new LRUCache<number, Sample>({
    max: MAX_ORGANISATIONS,
    ttl: FRESH_MS,
    allowStale: true,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    async fetchMethod(organisationId, _stale, { options }) {
      const sample = await takeSample(models, organisationId);
      if (sample.devices > LARGE) options.ttl = FRESH_LARGE_MS;
      return sample;
    },
  });
  return {
    /** A sample not much older than a minute, or five minutes for a large organisation. */
    of: (organisationId: number): Promise<Pick<Sample, 'estimate' | 'frequency'>> =>
      samples.forceFetch(organisationId),
  };
}

async function takeSample(models: InventoryModels, organisationId: number): Promise<Sample> {
  const organisation = await models.organisations.findOne({ _id: organisationId }, { deviceCount: 1 }).lean();
  const count = organisation?.deviceCount ?? 0;
  if (count <= FEW_DEVICES) return new Sample(count, []);
  const fields = { searchText: 1, locationNetworkId: 1, tagIds: 1, partNumber: 1, firmwareVersion: 1 };
  const filter = { organisationId };
  return new Sample(count, await spreadSample(models, filter, 'organisation_id', fields, SAMPLE));
}

/** Reads devices from points spread evenly over the ids, because neighbours were added together and are alike. */
export async function spreadSample<Row>(
  { devices }: InventoryModels,
  filter: DeviceQuery,
  idIndex: string,
  fields: Readonly<Record<string, number>>,
  { points, perPoint }: { points: number; perPoint: number },
): Promise<Row[]> {
  const end = async (direction: 1 | -1): Promise<number> =>
    (await devices.findOne(filter, { _id: 1 }).sort({ _id: direction }).hint(idIndex).lean())?._id ?? 0;
  const [first, last] = await Promise.all([end(1), end(-1)]);
  const starts = Array.from({ length: points }, (_, point) => first + ((last - first) * point) / points);
  const rows = await Promise.all(
    starts.map((from) =>
      devices
        .find({ ...filter, _id: { $gte: from } }, fields)
        .sort({ _id: 1 })
        .hint(idIndex)
        .limit(perPoint)
        .lean<Row[]>(),
    ),
  );
  return rows.flat();
}
