import { api } from '../../api/client';
import { deviceCount } from '../../components/device-count';
import { RouteLink } from '../../components/route-link';
import { leftOutFilter, type LeftOutFilter } from './left-out-filter';
import type { Rollout } from '../rollout';
import { useTargetText } from './use-target-text';

/** What the rollout leaves out, by name, and how many of its targets that concerns. */
export function LeftOut({ rollout: { targets, exclude } }: { readonly rollout: Rollout }) {
  const textOf = useTargetText();
  return (
    <ul className="plain-list">
      {exclude.map((excluded) => {
        const { text, path } = textOf(excluded);
        const counted = leftOutFilter(targets, excluded);
        return (
          <li key={excluded}>
            {path === null ? text : <RouteLink to={path}>{text}</RouteLink>}
            {counted && <Count {...counted} />}
          </li>
        );
      })}
    </ul>
  );
}

/** Devices rarely change their part, network or tags. */
const RARELY = { staleTime: 60_000 };

function Count({ filter, isAtMost }: LeftOutFilter) {
  const query = { ...filter, per_page: 1 } as object;
  const { data } = api.useQuery('get', '/v1/devices', { params: { query } }, RARELY);
  // The operation can also answer with a file, which the console downloads by a link.
  const meta = typeof data === 'string' ? undefined : data?.meta;
  if (meta === undefined || meta.total === null) return null;
  const count = meta.total_is_exact ? deviceCount(meta.total) : `over ${deviceCount(meta.total)}`;
  return <>: {isAtMost ? `at most ${count}` : `${count} of the targets`}</>;
}
