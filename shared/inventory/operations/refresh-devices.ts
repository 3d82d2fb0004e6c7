import { wholeOrganisation } from '../../access/domain/access.js';
import type { InventoryDeps } from '../deps.js';
import type { DeviceRefreshRecord } from '../models/device-refresh.js';
import type { RefreshedRecord } from '../stores/device-refresh-store.js';

/** Requests that read a network or tag before its change write its devices within this time. */
const LAST_REFRESH_MS = 60_000;
const MAX_DUE = 100;
/** More devices are left to the worker. */
const MAX_IN_REQUEST = 1000;

/** The networks and tags that were renamed or deleted, whose devices are due to be rewritten. */
export function dueRefreshes({ stores, now }: InventoryDeps): Promise<DeviceRefreshRecord[]> {
  return stores.deviceRefreshes.due(now(), MAX_DUE);
}

/**
 * Rewrites the devices of a renamed or deleted network or tag when it is due, and once more a minute after the change: a
 * request that was under way then may have written the former name.
 * @returns false: nothing is left to do at once
 */
export async function refreshDevices(deps: InventoryDeps, refresh: DeviceRefreshRecord): Promise<false> {
  const { stores, now, failpoint } = deps;
  const lastRefresh = refresh.changedAt.getTime() + LAST_REFRESH_MS;
  const isLast = now().getTime() >= lastRefresh;
  await rewriteDevices(deps, refresh);
  await failpoint('devices-refreshed');
  if (isLast) await stores.deviceRefreshes.finish(refresh);
  else await stores.deviceRefreshes.postpone(refresh, new Date(lastRefresh));
  return false;
}

/**
 * Rewrites the devices of a changed network or tag at once, if there are few. The worker rewrites the others, and those
 * of a request that fails here.
 */
export async function refreshFewDevices(deps: InventoryDeps, refreshed: RefreshedRecord): Promise<void> {
  try {
    const count = await deps.stores.deviceNames.count(refreshed, MAX_IN_REQUEST + 1);
    if (count > 0 && count <= MAX_IN_REQUEST) await rewriteDevices(deps, refreshed);
  } catch (error) {
    deps.log.warn({ err: error, ...refreshed }, 'Devices were not refreshed; the worker will do it');
  }
}

async function rewriteDevices(
  { stores }: InventoryDeps,
  { organisationId, kind, recordId }: RefreshedRecord | DeviceRefreshRecord,
): Promise<void> {
  if (kind === 'network') {
    const network = await stores.networks.find(wholeOrganisation(organisationId), recordId);
    if (network) await stores.deviceNames.network(organisationId, recordId, network.networkName);
    return;
  }
  const tag = await stores.tags.find(organisationId, recordId);
  if (tag) await stores.deviceNames.tag(organisationId, recordId, tag.name);
  else await stores.deviceNames.withoutTag(organisationId, recordId);
}
