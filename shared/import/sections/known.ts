import { batchesOf } from '../../platform/mongo/batches.js';
import type { FleetLookupStore, LookupRecords } from '../stores/lookup-store.js';

/** Records of the fleet and stored ones, which are looked up when they are first referred to. Kept in memory. */
export class Known<Key extends string | number, Value> {
  private readonly values = new Map<Key, Value | null>();

  constructor(private readonly lookUp: (keys: readonly Key[]) => Promise<Map<Key, Value>>) {}

  /** Adds or replaces one: a record of the fleet will replace what is stored. */
  set(key: Key, value: Value): void {
    this.values.set(key, value);
  }

  /** Looks up those that are not known yet, 1,000 in a round trip. */
  async load(keys: Iterable<Key>): Promise<void> {
    const unknown = [...new Set(keys)].filter((key) => !this.values.has(key));
    for (const batch of batchesOf(unknown)) {
      const found = await this.lookUp(batch);
      for (const key of batch) this.values.set(key, found.get(key) ?? null);
    }
  }

  /** Looks up keys again that may have changed since. Only for records that are stored already. */
  async reload(keys: Iterable<Key>): Promise<void> {
    const given = [...new Set(keys)];
    for (const key of given) this.values.delete(key);
    await this.load(given);
  }

  /** Only for keys that were set or loaded. */
  get(key: Key): Value | undefined {
    return this.values.get(key) ?? undefined;
  }
}

type Fields<Kind extends keyof LookupRecords, Field extends keyof LookupRecords[Kind]> = Pick<
  LookupRecords[Kind],
  Field
>;

/** What many records refer to. Grows with networks and tags, not with devices. */
export interface KnownReferences {
  readonly organisations: Known<number, Fields<'organisations', 'noOfAps'>>;
  readonly networks: Known<number, Fields<'networks', 'organisationId' | 'networkName'>>;
  readonly tags: Known<number, Fields<'tags', 'organisationId' | 'name'>>;
  readonly parts: Known<string, Fields<'hardwareParts', 'name' | 'isSwitch'>>;
}

export function knownReferences({ find }: FleetLookupStore): KnownReferences {
  return {
    organisations: new Known((ids) => find('organisations', ids, ['noOfAps'])),
    networks: new Known((ids) => find('networks', ids, ['organisationId', 'networkName'])),
    tags: new Known((ids) => find('tags', ids, ['organisationId', 'name'])),
    parts: new Known((partNumbers) => find('hardwareParts', partNumbers, ['name', 'isSwitch'])),
  };
}
