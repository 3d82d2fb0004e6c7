import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { poll } from '../api/polling';

export type Overview = Schema<'Overview'>;

export function useOverview() {
  return api.useQuery('get', '/v1/overview', {}, poll);
}

/** The path of a list with its filters. */
export function listPath(
  list: '/devices' | '/rollouts',
  filter: Readonly<Record<string, string | number>>,
): string {
  const query = Object.entries(filter).map(([name, value]) => [name, String(value)]);
  return query.length === 0 ? list : `${list}?${new URLSearchParams(query)}`;
}
