import type { QueryFilter } from 'mongoose';
import type { Scope } from '../domain/access.js';
import { escapeRegExp, trigramsOf } from '../domain/device-search.js';
import type { DeviceRecord } from '../models/device.js';
import { deviceScope } from './device-scope.js';

/** What selects the devices in scope whose search text holds every word: the trigrams find, the texts decide. */
export function searchFilter(scope: Scope, words: readonly string[]): QueryFilter<DeviceRecord> {
  const trigrams = [...new Set(words.flatMap(trigramsOf))];
  return {
    ...deviceScope(scope),
    ...(trigrams.length === 0 ? {} : { trigrams: { $all: trigrams } }),
    ...(words.length === 0 ? {} : { $and: words.map((word) => ({ searchText: containing(word) })) }),
  };
}

/** A pattern is a C string in BSON: the one character it cannot hold is written as an escape. */
function containing(word: string): { $regex: string } {
  return { $regex: escapeRegExp(word).replaceAll('\u0000', '\\x00') };
}
