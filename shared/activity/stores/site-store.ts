import type { Scope } from '../../access/domain/access.js';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { Total } from '../../platform/mongo/sorted-page.js';
import { byTrouble, type CountedSite } from '../domain/sites-by-trouble.js';
import { tallyIdOf } from '../domain/tally-keys.js';
import type { DeviceTallyRecord } from '../models/device-tally.js';
import type { ActivityModels } from '../models/models.js';

/** The networks of a caller that have devices. */
export interface CountedSites {
  /** The largest share of devices down first. */
  readonly worst: readonly CountedSite[];
  readonly total: Total;
}

type SiteTally = Pick<DeviceTallyRecord, 'tallyKey' | 'up' | 'down' | 'neverHeard'>;

/** Counting more would take longer than reading the worst ones. */
const MAX_COUNTED = 10_000;
const FIELDS = { tallyKey: 1, up: 1, down: 1, neverHeard: 1 } as const;
const TROUBLE = 'organisation_trouble';

/** The tallies of networks in the order of their trouble. */
export function createSiteStore({ deviceTallies }: ActivityModels) {
  /** Callers of some networks have few, which are read by their ids and sorted here. */
  async function among(
    organisationId: number,
    networkIds: readonly number[],
    most: number,
  ): Promise<CountedSites> {
    const ids = networkIds.map((id) => tallyIdOf(organisationId, id));
    const found = await deviceTallies
      .find({ organisationId, _id: { $in: ids } }, FIELDS)
      .batchSize(ONE_ANSWER)
      .lean<SiteTally[]>();
    const sites = found.flatMap(siteOf).sort(byTrouble);
    return { worst: sites.slice(0, most), total: { count: sites.length, isExact: true } };
  }

  async function amongAll(organisationId: number, most: number): Promise<CountedSites> {
    const ofNetworks = { organisationId, downShare: { $gte: 0 } };
    const [found, count] = await Promise.all([
      deviceTallies
        .find(ofNetworks, FIELDS)
        .sort({ downShare: -1, down: -1, tallyKey: 1 })
        .hint(TROUBLE)
        .limit(most)
        .batchSize(most + 1)
        .lean<SiteTally[]>(),
      deviceTallies
        .countDocuments(ofNetworks)
        .hint(TROUBLE)
        .limit(MAX_COUNTED + 1),
    ]);
    const total = { count: Math.min(count, MAX_COUNTED), isExact: count <= MAX_COUNTED };
    return { worst: found.flatMap(siteOf), total };
  }

  return {
    /** The networks in scope that have devices, at most so many of them. */
    inScope({ organisationId, networkIds }: Scope, most: number): Promise<CountedSites> {
      return networkIds === 'all' ? amongAll(organisationId, most) : among(organisationId, networkIds, most);
    },

    /** When the devices of an organisation were last counted; null before the first time. */
    async countedAt(organisationId: number): Promise<Date | null> {
      const whole = await deviceTallies
        .findOne({ _id: tallyIdOf(organisationId, null), organisationId }, { countedAt: 1 })
        .lean<Pick<DeviceTallyRecord, 'countedAt'>>();
      return whole?.countedAt ?? null;
    },
  };
}

function siteOf({ tallyKey, up, down, neverHeard }: SiteTally): CountedSite[] {
  return tallyKey === null || tallyKey === 0 ? [] : [{ networkId: tallyKey, up, down, neverHeard }];
}
