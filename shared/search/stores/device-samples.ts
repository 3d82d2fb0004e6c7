import { inScope, type Scope } from '../../access/domain/access.js';
import { matchesWords } from '../../inventory/domain/device-search.js';
import { withoutSeparators } from '../../inventory/domain/search-grams.js';
import { FEW_DEVICES, type SampledSearch } from '../domain/search-plan.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { InventoryModels } from '../../inventory/models/models.js';

type SampledDevice = Pick<DeviceRecord, 'searchText' | 'locationNetworkId'>;

/** Some devices of an organisation, to estimate by. Searches are planned with it; no answer depends on it. */
export class Sample {
  private readonly compact: readonly string[];

  constructor(
    /** Devices of the organisation when the sample was taken. */
    readonly devices: number,
    private readonly rows: readonly SampledDevice[],
  ) {
    this.compact = rows.map((row) => withoutSeparators(row.searchText));
  }

  /** What it says about a search. */
  estimate(scope: Scope, words: readonly string[]): SampledSearch {
    const visible = this.rows.filter((row) => inScope(scope, row.locationNetworkId));
    const candidates = this.rows.filter((row) => matchesWords(row.searchText, words));
    const hits = candidates.filter((row) => inScope(scope, row.locationNetworkId));
    return {
      devices: this.devices,
      sampled: this.rows.length,
      inScope: visible.length,
      candidates: candidates.length,
      hits: hits.length,
    };
  }

  /** In how many of the sampled texts a piece occurs. */
  frequency(gram: string): number {
    return this.compact.filter((text) => text.includes(gram)).length;
  }
}

/** What searches ask of a sample. */
export type Estimates = Pick<Sample, 'estimate' | 'frequency'>;

export interface DeviceSamples {
  /** A sample not much older than a minute, or at most five for a large organisation. Mostly no round trip. */
  of(organisationId: number): Promise<Estimates>;
}

const PLACES = 25;
const PER_PLACE = 80;
const MAX_ORGANISATIONS = 100;
const LARGE = 20_000;
const FRESH_MS = 60_000;
const FRESH_LARGE_MS = 300_000;

interface Kept {
  readonly sample: Promise<Sample>;
  staleAt: number;
}

/**
 * Samples of organisations, kept in this process. An old one is used on while a new one is taken, so that a request
 * waits only for the first. Taking one costs 3 round trips after each other, and reads at most 2,000 devices.
 */
export function createDeviceSamples(models: InventoryModels): DeviceSamples {
  const kept = new Map<number, Kept>();

  function keep(organisationId: number, sample: Promise<Sample>): Promise<Sample> {
    const entry: Kept = { sample, staleAt: Infinity };
    kept.delete(organisationId);
    kept.set(organisationId, entry);
    const [oldest] = kept.keys();
    if (kept.size > MAX_ORGANISATIONS && oldest !== undefined) kept.delete(oldest);
    sample.then(
      ({ devices }) => {
        entry.staleAt = performance.now() + (devices > LARGE ? FRESH_LARGE_MS : FRESH_MS);
      },
      () => {
        if (kept.get(organisationId) === entry) kept.delete(organisationId);
      },
    );
    return sample;
  }

  return {
    async of(organisationId) {
      const entry = kept.get(organisationId);
      if (!entry) return keep(organisationId, takeSample(models, organisationId));
      if (performance.now() > entry.staleAt) {
        entry.staleAt = Infinity;
        void takeSample(models, organisationId).then(
          (sample) => keep(organisationId, Promise.resolve(sample)),
          () => {
            entry.staleAt = performance.now() + FRESH_MS;
          },
        );
      }
      return entry.sample;
    },
  };
}

/** Devices from places that are spread evenly over the ids, because devices beside each other came together and are alike. */
async function takeSample(
  { organisations, devices }: InventoryModels,
  organisationId: number,
): Promise<Sample> {
  const organisation = await organisations.findOne({ _id: organisationId }, { deviceCount: 1 }).lean();
  const count = organisation?.deviceCount ?? 0;
  if (count <= FEW_DEVICES) return new Sample(count, []);
  const end = async (direction: 1 | -1): Promise<number> =>
    (await devices.findOne({ organisationId }, { _id: 1 }).sort({ _id: direction }).lean())?._id ?? 0;
  const [first, last] = await Promise.all([end(1), end(-1)]);
  const places = Array.from({ length: PLACES }, (_, place) => first + ((last - first) * place) / PLACES);
  const rows = await Promise.all(
    places.map((from) =>
      devices
        .find({ organisationId, _id: { $gte: from } }, { searchText: 1, locationNetworkId: 1 })
        .sort({ _id: 1 })
        .hint('organisation_id')
        .limit(PER_PLACE)
        .lean<SampledDevice[]>(),
    ),
  );
  return new Sample(count, rows.flat());
}
