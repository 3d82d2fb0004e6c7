import { readScope, type Caller, type Scope } from '../../access/domain/access.js';
import type { ConfigurationFilter } from '../../configuration/records/domain/device-configuration.js';
import { searchWords } from '../../inventory/domain/device-search.js';
import type { CanaryDefault } from '../../configuration/records/domain/network-configuration.js';
import { upSince } from '../../status/domain/heartbeat-time.js';
import type { SearchDeps } from '../deps.js';
import { narrowed, type DeviceFilter } from '../domain/device-filter.js';
import type { DeviceMatch } from '../domain/device-match.js';
import { heardRange, type HeardRange } from '../domain/heard-range.js';

/** What lists of devices read from. */
export type ListStores = Pick<SearchDeps['stores'], 'deviceSearch' | 'devices' | 'configurationStates'>;

/** A filter at one time, with the devices among which the caller may look. */
export interface DeviceListQuery {
  readonly scope: Scope;
  readonly words: readonly string[];
  readonly match: DeviceMatch;
  /** Null: whenever it was last heard. */
  readonly heard: HeardRange | null;
  /** Null: whatever its configuration. */
  readonly configuration: ConfigurationFilter | null;
  readonly canary: CanaryDefault;
}

/** The query of a caller's filter, now. */
export function queryOf({ env, now }: SearchDeps, caller: Caller, filter: DeviceFilter): DeviceListQuery {
  return {
    scope: narrowed(readScope(caller), filter.networkId),
    words: searchWords(filter.search ?? ''),
    match: matchOf(filter),
    heard: heardRange(filter.state, filter.lastHeardBefore, upSince(now(), env.downAfterS)),
    configuration: filter.configuration ?? null,
    canary: env,
  };
}

function matchOf({ tagId, partNumber, version }: DeviceFilter): DeviceMatch {
  return {
    tagId: tagId ?? undefined,
    partNumber: partNumber ?? undefined,
    version: version ?? undefined,
  };
}

/** Whether nothing narrows the devices in scope, except a range of last heartbeats or a state of the configuration. */
export function isUnfiltered({ words, match }: Pick<DeviceListQuery, 'words' | 'match'>): boolean {
  return words.length === 0 && Object.values(match).every((value) => value === undefined);
}
