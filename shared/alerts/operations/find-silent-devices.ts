import { BATCH } from '../../platform/mongo/batches.js';
import type { AlertDeps } from '../deps.js';
import { alertText } from '../domain/alert-text.js';
import { afterMs, isWanted } from '../domain/alert-settings.js';
import { silenceHorizon } from '../domain/silence.js';
import type { Rebooting } from '../../status/stores/command-store.js';
import type { AlertState } from '../models/alert.js';
import type { Opening } from '../stores/alert-store.js';
import type { PlacedDevice } from '../stores/silence-store.js';
import { beginningOf, endOf, heardAtOf, type Watched } from './watched.js';

/**
 * Opens the alerts of devices that have become silent, other than those of networks that are down.
 * @returns whether the pass was over before all were read
 */
export async function findSilentDevices(deps: AlertDeps, watched: Watched): Promise<boolean> {
  const { stores, failpoint } = deps;
  const { organisationId, settings, deafness, cursors, now } = watched;
  let after = beginningOf(cursors.devicesTo, now);
  const horizon = silenceHorizon(deafness, now, afterMs(settings, 'device_down'), heardAtOf(after));
  while (performance.now() < watched.until) {
    const silent = await stores.silences.between(organisationId, after, horizon);
    const placed = await stores.silences.placed(organisationId, silent);
    await stores.silences.mark(organisationId, placed);
    await openDevices(deps, watched, placed);
    await failpoint('devices-judged');
    const isAll = silent.length < BATCH;
    after = isAll ? endOf(horizon) : (silent.at(-1)?.sortKey ?? after);
    if (silent.length > 0 || cursors.devicesTo === undefined)
      await stores.alertSettings.advance(organisationId, { devicesTo: after });
    if (isAll) return false;
  }
  return true;
}

const NONE: Rebooting = { devices: new Set(), networks: new Set() };

type Place = Pick<PlacedDevice, '_id' | 'networkId'>;

/** Opens the alerts of silent devices; those of devices that a planned reboot may explain wait. */
export async function openDevices(
  { stores }: AlertDeps,
  { organisationId, settings, now }: Watched,
  placed: readonly PlacedDevice[],
): Promise<void> {
  const wanted = placed.filter(({ networkId }) => isWanted(settings, 'device_down', networkId));
  const networkIds = [...new Set(wanted.flatMap(({ networkId }) => networkId ?? []))];
  const down = await stores.alerts.current(organisationId, 'network_down', networkIds);
  const inAlert = new Set(down.flatMap(({ state, subjectId }) => (state === 'open' ? [subjectId] : [])));
  const alone = wanted.filter(({ networkId }) => networkId === null || !inAlert.has(networkId));
  const isPlanned = await plannedAmong(stores, organisationId, alone, now);
  const openings = alone.map((device): Opening => {
    const { _id: subjectId, name, networkId, heardAt } = device;
    const state: AlertState = isPlanned(device) ? 'waiting' : 'open';
    return {
      kind: 'device_down',
      subjectId,
      networkId,
      state,
      text: alertText('device_down', { name, since: heardAt }),
    };
  });
  await stores.alerts.open(organisationId, 'device_down', openings, now);
}

/**
 * Tells which of some devices may be silent, or their radios down, because they, or their switch, are upgraded or were
 * rebooted by a caller.
 */
export async function plannedAmong(
  stores: AlertDeps['stores'],
  organisationId: number,
  silent: readonly Place[],
  now: Date,
): Promise<(device: Place) => boolean> {
  const networkIds = [...new Set(silent.flatMap(({ networkId }) => networkId ?? []))];
  const [devices, networks, rebooting] = await Promise.all([
    stores.silences.upgrading(
      organisationId,
      silent.map(({ _id }) => _id),
    ),
    stores.silences.upgradingNetworks(organisationId, networkIds),
    silent.length === 0 ? NONE : stores.commands.rebooting(organisationId, now),
  ]);
  return ({ _id, networkId }) =>
    devices.has(_id) ||
    rebooting.devices.has(_id) ||
    (networkId !== null && (networks.has(networkId) || rebooting.networks.has(networkId)));
}
