import { BATCH } from '../../platform/mongo/batches.js';
import type { AlertDeps } from '../deps.js';
import { alertText } from '../domain/alert-text.js';
import { afterMs, isWanted } from '../domain/alert-settings.js';
import { isNetworkDown, silenceHorizon, TOGETHER_MS } from '../domain/silence.js';
import type { NetworkRecord } from '../../inventory/models/network.js';
import type { Folding } from '../stores/alert-store.js';
import type { PlacedDevice, SilentDevice } from '../stores/silence-store.js';
import { beginningOf, endOf, heardAtOf, type Watched } from './watched.js';

/**
 * Opens the alerts of networks whose devices have become silent together. Marks each device that it reads, so that a
 * network is judged by the marks of all its devices, whatever the batch.
 * @returns whether the pass was over before all were read
 */
export async function findSilentNetworks(deps: AlertDeps, watched: Watched): Promise<boolean> {
  const { stores, failpoint } = deps;
  const { organisationId, settings, deafness, cursors, now } = watched;
  let after = beginningOf(cursors.networksTo, now);
  const horizon = silenceHorizon(deafness, now, afterMs(settings, 'network_down'), heardAtOf(after));
  while (performance.now() < watched.until) {
    const silent = await stores.silences.between(organisationId, after, horizon);
    const placed = await stores.silences.placed(organisationId, silent);
    await stores.silences.mark(organisationId, placed);
    await failpoint('silence-marked');
    await judgeNetworks(deps, watched, placed);
    await failpoint('networks-judged');
    const isAll = silent.length < BATCH;
    after = isAll ? endOf(horizon) : (silent.at(-1)?.sortKey ?? after);
    if (silent.length > 0 || cursors.networksTo === undefined)
      await stores.alertSettings.advance(organisationId, { networksTo: after });
    if (isAll) return false;
  }
  return true;
}

async function judgeNetworks(
  deps: AlertDeps,
  watched: Watched,
  placed: readonly PlacedDevice[],
): Promise<void> {
  const { settings } = watched;
  const first = new Map<number, PlacedDevice>();
  for (const device of placed)
    if (device.networkId !== null && !first.has(device.networkId)) first.set(device.networkId, device);
  const ids = [...first.keys()].filter((id) => isWanted(settings, 'network_down', id));
  if (ids.length === 0) return;
  await openNetworks(deps, watched, ids, new Date((placed[0]?.heardAt.getTime() ?? 0) - TOGETHER_MS));
}

/** Networks by their ids. */
interface DownNetworks {
  readonly down: ReadonlySet<number>;
  /** Those of them that are down for an upgrade, or a reboot by a caller. */
  readonly planned: ReadonlySet<number>;
}

/** Opens the alerts of those networks that are down. @param since last heartbeats before this do not matter */
export async function openNetworks(
  { stores }: AlertDeps,
  { organisationId, now }: Watched,
  ids: readonly number[],
  since: Date,
): Promise<DownNetworks> {
  const silent = await stores.silences.silentIn(organisationId, ids, endOf(since));
  const networks = await stores.silences.networks(organisationId, ids);
  const down = [...networks.values()].filter(({ _id, deviceCount }) =>
    isNetworkDown(heardTimes(silent.get(_id) ?? []), deviceCount),
  );
  const downIds = down.map(({ _id }) => _id);
  const planned = new Set([
    ...(await stores.silences.upgradingNetworks(organisationId, downIds)),
    ...(await rebootingAmong(stores, { organisationId, now }, down, silent)),
  ]);
  const openings = down.map(({ _id: subjectId, networkName: name }) => {
    const members = silent.get(subjectId) ?? [];
    const folded = members.map((device) => device._id);
    const facts = { name, since: members.at(-1)?.heardAt ?? null, count: members.length };
    const state = planned.has(subjectId) ? ('waiting' as const) : ('open' as const);
    const text = alertText('network_down', facts);
    return {
      kind: 'network_down' as const,
      subjectId,
      networkId: subjectId,
      state,
      text,
      folded,
      count: members.length,
    };
  });
  await stores.alerts.open(organisationId, 'network_down', openings, now);
  await grow(stores, organisationId, openings);
  const opened = downIds.filter((id) => !planned.has(id));
  const ofDevices = await stores.alerts.ofDevicesIn(organisationId, opened);
  await stores.alerts.move(
    ofDevices.map((read) => ({ read, state: 'folded' })),
    now,
  );
  return { down: new Set(downIds), planned };
}

/** Of networks that are down those whose switch was rebooted by a caller, and those that are not without such devices. */
async function rebootingAmong(
  stores: AlertDeps['stores'],
  { organisationId, now }: Pick<Watched, 'organisationId' | 'now'>,
  down: readonly Pick<NetworkRecord, '_id' | 'deviceCount'>[],
  silent: ReadonlyMap<number, readonly SilentDevice[]>,
): Promise<number[]> {
  if (down.length === 0) return [];
  const rebooting = await stores.commands.rebooting(organisationId, now);
  const isExplained = ({ _id, deviceCount }: Pick<NetworkRecord, '_id' | 'deviceCount'>): boolean => {
    if (rebooting.networks.has(_id)) return true;
    const members = silent.get(_id) ?? [];
    const others = members.filter((device) => !rebooting.devices.has(device._id));
    return others.length < members.length && !isNetworkDown(heardTimes(others), deviceCount);
  };
  return down.filter(isExplained).map(({ _id }) => _id);
}

function heardTimes(silent: readonly SilentDevice[]): number[] {
  return silent.map(({ heardAt }) => heardAt.getTime());
}

/** Adds devices that fell silent with the others and were found later. */
async function grow(
  stores: AlertDeps['stores'],
  organisationId: number,
  openings: readonly { subjectId: number; count: number; folded: number[]; text: string }[],
): Promise<void> {
  const current = await stores.alerts.current(
    organisationId,
    'network_down',
    openings.map(({ subjectId }) => subjectId),
  );
  const wanted = new Map(openings.map((opening) => [opening.subjectId, opening]));
  const grown = current.flatMap((read): Folding[] => {
    const opening = wanted.get(read.subjectId);
    if (!opening || opening.count <= read.count) return [];
    const { count, folded, text } = opening;
    return [{ read, count, folded, text }];
  });
  await stores.alerts.setFolded(grown);
}
