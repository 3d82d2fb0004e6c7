import { batchesOf } from '../../platform/mongo/batches.js';
import type { FleetLookupStore, KnownOrganisation, KnownPart, KnownPlace } from '../stores/lookup-store.js';

/**
 * What can be referred to: records of the fleet, and stored ones, which are looked up when they are first named. It
 * holds each once, so it grows with the networks and tags of a fleet, not with its devices.
 */
export class Known<Key extends string | number, Value> {
  private readonly values = new Map<Key, Value | null>();

  constructor(private readonly lookUp: (keys: readonly Key[]) => Promise<Map<Key, Value>>) {}

  /** Adds or replaces one; a record of the fleet says what will be stored. */
  set(key: Key, value: Value): void {
    this.values.set(key, value);
  }

  /** Looks up those that are not known yet. One round trip for each 1,000 of them. */
  async load(keys: Iterable<Key>): Promise<void> {
    const unknown = [...new Set(keys)].filter((key) => !this.values.has(key));
    for (const batch of batchesOf(unknown)) {
      const found = await this.lookUp(batch);
      for (const key of batch) this.values.set(key, found.get(key) ?? null);
    }
  }

  /** Only for keys that were set or loaded. */
  get(key: Key): Value | undefined {
    return this.values.get(key) ?? undefined;
  }
}

export interface KnownReferences {
  readonly organisations: Known<number, KnownOrganisation>;
  readonly networks: Known<number, KnownPlace>;
  readonly tags: Known<number, KnownPlace>;
  readonly parts: Known<string, KnownPart>;
}

export function knownReferences(lookup: FleetLookupStore): KnownReferences {
  return {
    organisations: new Known((ids) => lookup.organisations(ids)),
    networks: new Known((ids) => lookup.networks(ids)),
    tags: new Known((ids) => lookup.tags(ids)),
    parts: new Known((partNumbers) => lookup.parts(partNumbers)),
  };
}
