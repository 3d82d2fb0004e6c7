import { RouteLink } from '../components/route-link';
import { runningOn, type Release } from './release';

/** How many devices run a release, as a link to their list. */
export function RunningOn({ release }: { readonly release: Release }) {
  return (
    <RouteLink to={`/devices?version=${encodeURIComponent(release.version)}`}>{runningOn(release)}</RouteLink>
  );
}
