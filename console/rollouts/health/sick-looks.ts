import { api } from '../../api/client';
import { poll } from '../../api/polling';
import type { Rollout } from '../rollout';

/** What the last look at each hardware part has found, part by part. No look follows once the part is left out. */
export function useSickLooks({ id, gates, progress }: Pick<Rollout, 'id' | 'gates' | 'progress'>) {
  const options = { ...poll, enabled: gates.health && progress !== null };
  const { data } = api.useQuery('get', '/v1/rollouts/{id}/series', { params: { path: { id } } }, options);
  return (data?.data.series.looks ?? []).filter(({ sick }) => sick.length > 0);
}
