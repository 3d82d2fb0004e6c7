import { RouteLink } from '../components/route-link';
import type { Overview } from './overview';

/** The networks with most clients. */
export function Busiest({ overview: { busiest, clients } }: { readonly overview: Overview }) {
  if (clients === null) return 'No device counts its clients.';
  return (
    <>
      <p>{clients === 1 ? '1 client now' : `${clients.toLocaleString()} clients now`}</p>
      <ul className="plain-list">
        {busiest.map(({ network_id: id, network_name: name, clients: most }) => (
          <li key={id}>
            <span className="version-share">
              <RouteLink to={`/networks/${id}?tab=clients`}>{name}</RouteLink>
              <span className="share-bar" aria-hidden="true">
                <span style={{ width: `${(100 * most) / Math.max(1, clients)}%` }} />
              </span>
              {most.toLocaleString()}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
