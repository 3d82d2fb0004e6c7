import { BATCH, batchesOf } from '../../platform/mongo/batches.js';
import type { AlertDeps } from '../deps.js';
import { alertText } from '../domain/alert-text.js';
import { isStillDown } from '../domain/silence.js';
import type { SilentDevice } from '../stores/silence-store.js';
import { beginningOf, type Watched } from './watched.js';

/** Closes the alerts of devices that were heard again, and of their networks. */
export async function closeHeard(deps: AlertDeps, watched: Watched): Promise<void> {
  const { stores, failpoint } = deps;
  const { organisationId, cursors, now } = watched;
  const [devicesTo, networksTo] = [beginningOf(cursors.devicesTo, now), beginningOf(cursors.networksTo, now)];
  // Marked devices were silent up to one of the cursors: what is after both was heard again.
  const after = devicesTo > networksTo ? devicesTo : networksTo;
  for (;;) {
    const heard = await stores.silences.heardAgain(organisationId, after);
    if (heard.length === 0) return;
    const ids = heard.map(({ _id }) => _id);
    await stores.alerts.close(await stores.alerts.current(organisationId, 'device_down', ids), now);
    await failpoint('alerts-closed');
    // Until they are unmarked, a killed worker's successor finds them again, and their networks below.
    const places = await stores.silences.placed(organisationId, heard);
    const networkIds = [...new Set(places.flatMap(({ networkId }) => networkId ?? []))];
    await closeNetworks(deps, watched, networkIds, { heard: new Set(ids), devicesTo });
    await stores.silences.unmark(organisationId, ids);
    if (heard.length < BATCH) return;
  }
}

/** Closes the alerts of networks that are no longer down. Their devices that are still silent get alerts of their own later. */
async function closeNetworks(
  { stores }: AlertDeps,
  { organisationId, now }: Watched,
  networkIds: readonly number[],
  { heard, devicesTo }: { readonly heard: ReadonlySet<number>; readonly devicesTo: string },
): Promise<void> {
  const current = await stores.alerts.current(organisationId, 'network_down', networkIds);
  if (current.length === 0) return;
  const ids = current.map(({ subjectId }) => subjectId);
  const silent = await stores.silences.silentIn(organisationId, ids);
  const networks = await stores.silences.networks(organisationId, ids);
  const ended = current.filter(({ subjectId }) => {
    const left = still(silent.get(subjectId) ?? [], heard).length;
    return !isStillDown(left, networks.get(subjectId)?.deviceCount ?? 0);
  });
  // The others have not been silent for long enough, and are found when they have.
  const late = ended
    .flatMap(({ subjectId }) => still(silent.get(subjectId) ?? [], heard))
    .filter(({ sortKey }) => sortKey <= devicesTo);
  for (const batch of batchesOf(late)) await unfold(stores, organisationId, batch, now);
  await stores.alerts.close(ended, now);
}

function still(silent: readonly SilentDevice[], heard: ReadonlySet<number>): SilentDevice[] {
  return silent.filter(({ _id }) => !heard.has(_id));
}

/** Devices that are still silent when their network is back wait a while: they may be starting. */
async function unfold(
  stores: AlertDeps['stores'],
  organisationId: number,
  silent: readonly SilentDevice[],
  now: Date,
): Promise<void> {
  const placed = await stores.silences.placed(organisationId, silent);
  const openings = placed.map(({ _id: subjectId, name, networkId, heardAt }) => {
    const text = alertText('device_down', { name, since: heardAt });
    return { kind: 'device_down', subjectId, networkId, state: 'waiting', text } as const;
  });
  await stores.alerts.open(organisationId, 'device_down', openings, now);
}
