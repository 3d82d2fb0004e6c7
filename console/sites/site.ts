import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { poll } from '../api/polling';
import { wholePercent } from '../components/percent';
import type { Place } from './extent';

/** A network with the numbers of its devices when they were last counted. */
export type Site = Schema<'Site'>;

/** A site with coordinates. */
export type PlacedSite = Site & Place;

export type Trouble = 'none' | 'some' | 'most' | 'unheard';

/** What the colours of sites mean. */
export const TROUBLES: Readonly<Record<Trouble, string>> = {
  none: 'All devices up',
  some: 'At least half up',
  most: 'Fewer than half up',
  unheard: 'No device heard yet',
};

export function useSites() {
  return api.useQuery('get', '/v1/overview/sites', {}, poll);
}

const allOf = ({ up, down, never_heard: neverHeard }: Site): number => up + down + neverHeard;

export function troubleOf(site: Site): Trouble {
  const { up, down } = site;
  if (up + down === 0) return 'unheard';
  if (up === allOf(site)) return 'none';
  return 2 * up >= allOf(site) ? 'some' : 'most';
}

/** The share of the devices that are up, in percent. */
export function percentUp(site: Site): number {
  return wholePercent(site.up, allOf(site));
}

/** Such as "8 of 10 up (80 %), 1 down, 1 never heard". */
export function siteText(site: Site): string {
  const { up, down, never_heard: neverHeard } = site;
  const texts = [`${up.toLocaleString()} of ${allOf(site).toLocaleString()} up (${percentUp(site)} %)`];
  if (down > 0) texts.push(`${down.toLocaleString()} down`);
  if (neverHeard > 0) texts.push(`${neverHeard.toLocaleString()} never heard`);
  return texts.join(', ');
}

export function isPlaced(site: Site): site is PlacedSite {
  return site.latitude !== null && site.longitude !== null;
}
