import { readEnv } from '../../shared/config/env.js';
import { isSectionName, type SectionName } from '../../shared/domain/fleet/entries.js';
import { migrate } from '../../shared/migrations/migrate.js';
import { everyModel } from '../../shared/migrations/inspect-indexes.js';
import { createLogger } from '../../shared/observability/logger.js';
import { BadFleet } from '../../shared/operations/fleet/faults.js';
import type { FleetDeps } from '../../shared/operations/fleet/fleet-deps.js';
import type { FleetSource } from '../../shared/operations/fleet/fleet-source.js';
import { importFleet } from '../../shared/operations/fleet/import-fleet.js';
import type { FleetCounts } from '../../shared/operations/fleet/write/write-fleet.js';
import { createStores } from '../../shared/stores/stores.js';
import { scratchDatabase, type ScratchDatabase } from './scratch-database.js';

/** Records by section, as a file would hold them; wrong ones as well. */
export type Fleet = Readonly<Record<string, readonly unknown[]>>;

const BATCH = 1000;

/** A fleet as the import takes it, without a file. */
export function sourceOf(fleet: Fleet): FleetSource {
  const counts = new Map<SectionName, number>();
  for (const [name, records] of Object.entries(fleet)) {
    if (isSectionName(name)) counts.set(name, records.length);
  }
  return {
    counts,
    faults: [],
    async *records(section) {
      const records = fleet[section] ?? [];
      for (let first = 0; first < records.length; first += BATCH) {
        yield await Promise.resolve({ first, records: records.slice(first, first + BATCH) });
      }
    },
  };
}

/** A database of a test's own, to import into and look at. */
export class FleetBed {
  private constructor(
    readonly database: ScratchDatabase,
    readonly deps: FleetDeps,
  ) {}

  static async open(now: () => Date = () => new Date('2026-06-01T12:00:00Z')): Promise<FleetBed> {
    const database = await scratchDatabase();
    await migrate(database.mongo.models, () => undefined);
    const stores = createStores(database.mongo.models);
    const env = readEnv({ NODE_ENV: 'test' });
    return new FleetBed(database, { env, stores, now, log: createLogger('silent', 'import') });
  }

  get models() {
    return this.database.mongo.models;
  }

  import(fleet: Fleet, now?: Date): Promise<FleetCounts> {
    return importFleet({ ...this.deps, ...(now ? { now: () => now } : {}) }, sourceOf(fleet));
  }

  /** What is wrong with a fleet. @throws Error when nothing is, or the refused import changed something */
  async faultsOf(fleet: Fleet): Promise<readonly string[]> {
    const before = await this.dump();
    try {
      await this.import(fleet);
    } catch (error) {
      if (!(error instanceof BadFleet)) throw error;
      if (JSON.stringify(await this.dump()) === JSON.stringify(before)) return error.faults;
      throw new Error('A refused import changed something', { cause: error });
    }
    throw new Error('The fleet was imported');
  }

  /** Every document of every collection, by collection, in order of id. */
  async dump(): Promise<Record<string, unknown[]>> {
    const collections = everyModel(this.models).map(async ({ collection }): Promise<[string, unknown[]]> => {
      const documents = await collection.find({}).sort({ _id: 1 }).toArray();
      return [collection.collectionName, documents];
    });
    return Object.fromEntries(await Promise.all(collections));
  }

  close(): Promise<void> {
    return this.database.drop();
  }
}

/** An organisation with a network, a tag, two parts and a release: what most records refer to. */
export function smallFleet(): {
  organisations: Record<string, unknown>[];
  hardware_parts: Record<string, unknown>[];
  networks: Record<string, unknown>[];
  tags: Record<string, unknown>[];
  firmware_releases: Record<string, unknown>[];
} {
  return {
    organisations: [
      { id: 1, name: 'Harbour Hotels', no_of_aps: 10 },
      { id: 2, name: 'Other', no_of_aps: 10 },
    ],
    hardware_parts: [
      { part_number: 'AP.1', name: 'Access Point', wifi_uplink: true, usb: false, is_switch: false },
      { part_number: 'SW-1', name: 'Switch', wifi_uplink: false, usb: false, is_switch: true },
    ],
    networks: [
      { id: 1, organisation_id: 1, network_name: 'Lobby' },
      { id: 2, organisation_id: 1, network_name: 'Pool' },
      { id: 3, organisation_id: 2, network_name: 'Far away' },
    ],
    tags: [
      { id: 1, organisation_id: 1, name: 'wave-1' },
      { id: 2, organisation_id: 1, name: 'wave-2' },
      { id: 3, organisation_id: 2, name: 'theirs' },
    ],
    firmware_releases: [
      { version: '2.0', url: { 'AP.1': 'https://fw.example/2.0' }, organisation_id: null, is_released: true },
    ],
  };
}

/** A device of {@link smallFleet}'s first organisation. */
export function deviceEntry(id: number, fields: Record<string, unknown> = {}): Record<string, unknown> {
  const digits = id.toString(16).padStart(12, '0');
  return { id, organisation_id: 1, mac_id: digits, part_number: 'AP.1', ...fields };
}

/** The canonical MAC of {@link deviceEntry}. */
export function macOf(id: number): string {
  const digits = id.toString(16).padStart(12, '0').toUpperCase();
  return (digits.match(/../g) ?? []).join(':');
}
