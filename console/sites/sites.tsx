import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { useState } from 'react';
import { useRights } from '../app/me';
import { lazyPart } from '../components/lazy-part';
import { QueryView } from '../components/query-view';
import { RouteLink } from '../components/route-link';
import type { Schema } from '../api/answer';
import { extentOf, kilometresOf } from './extent';
import { MapFrame } from './map-frame';
import {
  isPlaced,
  percentUp,
  siteText,
  troubleOf,
  TROUBLES,
  useSites,
  type Site,
  type Trouble,
} from './site';
import './sites.css';

type SitesAnswer = Schema<'Sites'>;

/** In a smaller area, the outline of the world shows nothing. */
const LEAST_KM = 300;
const FIRST = 10;
const MORE = 50;

const WorldMap = lazyPart(async () => (await import('./world-map')).WorldMap);

/** The networks with devices by the share that is down, as a list and on a map; nothing while there is none. */
export function Sites() {
  const query = useSites();
  if (query.data?.data.sites.networks.length === 0) return null;
  return (
    <Container
      header={
        <Header variant="h2" description="The largest share of devices down first">
          Sites
        </Header>
      }
    >
      <QueryView query={query} what="sites">
        {({ data }) => <SitesView sites={data.sites} />}
      </QueryView>
    </Container>
  );
}

function SitesView({ sites: { networks, total, total_is_exact: isExact } }: { readonly sites: SitesAnswer }) {
  const placed = networks.filter(isPlaced);
  return (
    <div className="side-by-side">
      <div>
        <SiteList sites={networks} />
        <LeftOut shown={networks.length} placed={placed.length} total={total} isExact={isExact} />
      </div>
      {placed.length > 0 && (
        <div>
          {kilometresOf(extentOf(placed)) < LEAST_KM ? (
            <MapFrame sites={placed} />
          ) : (
            <WorldMap sites={placed} />
          )}
          <Legend sites={networks} />
        </div>
      )}
    </div>
  );
}

function SiteList({ sites }: { readonly sites: readonly Site[] }) {
  const [shown, setShown] = useState(FIRST);
  const more = Math.min(MORE, sites.length - shown);
  return (
    <>
      <ol className="plain-list" aria-label="Sites by the share of their devices that are down">
        {sites.slice(0, shown).map((site) => (
          <li key={site.network_id}>
            <span className="version-share">
              <span className="wrap-anywhere">
                <RouteLink to={`/networks/${site.network_id}`}>{site.network_name}</RouteLink>
              </span>
              <span className="share-bar" aria-hidden="true">
                <span className={`trouble ${troubleOf(site)}`} style={{ width: `${percentUp(site)}%` }} />
              </span>
              {siteText(site)}
            </span>
          </li>
        ))}
      </ol>
      {more > 0 && (
        <Button
          onClick={() => {
            setShown(shown + more);
          }}
        >
          Show {more.toLocaleString()} more
        </Button>
      )}
    </>
  );
}

interface LeftOutProps {
  readonly shown: number;
  readonly placed: number;
  readonly total: number;
  readonly isExact: boolean;
}

/** What the list and the map do not show. */
function LeftOut({ shown, placed, total, isExact }: LeftOutProps) {
  const { change } = useRights();
  const unplaced = shown - placed;
  return (
    <>
      {total > shown && (
        <p>
          These are {shown.toLocaleString()} of {isExact ? '' : 'more than '}
          {total.toLocaleString()} networks with devices. The others have no larger share of devices down.{' '}
          <RouteLink to="/networks">All networks</RouteLink>
        </p>
      )}
      {unplaced > 0 && (
        <p>
          {unplaced === 1 ? '1 of them has' : `${unplaced.toLocaleString()} of them have`} no coordinates
          {placed > 0 && ' and is not on the map'}
          {change ? ': set them in the settings of a network.' : '.'}
        </p>
      )}
    </>
  );
}

/** What the colours mean that are in use. */
function Legend({ sites }: { readonly sites: readonly Site[] }) {
  const used = new Set(sites.map(troubleOf));
  const troubles = (Object.keys(TROUBLES) as Trouble[]).filter((trouble) => used.has(trouble));
  return (
    <ul className="ranges" aria-label="Colours of sites">
      {troubles.map((trouble) => (
        <li key={trouble}>
          <span className={`trouble trouble-mark ${trouble}`} aria-hidden="true" />
          {TROUBLES[trouble]}
        </li>
      ))}
    </ul>
  );
}
