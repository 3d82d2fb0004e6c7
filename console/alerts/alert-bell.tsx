import { api } from '../api/client';
import { poll } from '../api/polling';
import { RouteLink } from '../components/route-link';

/** The most that the bell counts, so that a poll reads one page. */
const MOST = 100;

/** How many alerts are open, as a link to them; nothing while none is. */
export function AlertBell() {
  const request = { params: { query: { per_page: MOST } } };
  const { data } = api.useQuery('get', '/v1/alerts', request, poll);
  const open = data?.data.alerts.length ?? 0;
  if (open === 0) return null;
  const shown = data?.meta.has_more === true ? `over ${MOST}` : String(open);
  return (
    <RouteLink to="/alerts" ariaLabel={`${shown} open ${open === 1 ? 'alert' : 'alerts'}`}>
      <span aria-hidden="true">🔔 {shown}</span>
    </RouteLink>
  );
}
