import type { AlertDeps } from '../deps.js';
import { isWanted } from '../domain/alert-settings.js';
import type { Move } from '../stores/alert-store.js';
import type { AlertRecord } from '../models/alert.js';
import { openNetworks } from './find-silent-networks.js';
import { openDevices } from './find-silent-devices.js';
import { beginningOf, type Watched } from './watched.js';

const MAX_ALERTS = 1000;

/** Opens what is still down after the planned reboot that it waited for, and ends the wait of the rest. */
export async function checkWaiting(deps: AlertDeps, watched: Watched): Promise<void> {
  const { stores } = deps;
  const { organisationId, now } = watched;
  const due = await stores.alerts.toCheck(organisationId, now, MAX_ALERTS);
  if (due.length === 0) return;
  await checkNetworks(
    deps,
    watched,
    due.filter(({ kind }) => kind === 'network_down'),
  );
  await checkDevices(
    deps,
    watched,
    due.filter(({ kind }) => kind === 'device_down'),
  );
}

async function checkNetworks(
  deps: AlertDeps,
  watched: Watched,
  waiting: readonly AlertRecord[],
): Promise<void> {
  if (waiting.length === 0) return;
  const ids = waiting
    .map(({ subjectId }) => subjectId)
    .filter((id) => isWanted(watched.settings, 'network_down', id));
  const { down, planned } = await openNetworks(deps, watched, ids, new Date(0));
  await deps.stores.alerts.close(
    waiting.filter(({ subjectId }) => !down.has(subjectId)),
    watched.now,
  );
  const still = waiting.filter(({ subjectId }) => planned.has(subjectId));
  await deps.stores.alerts.move(still.map(waitingOn), watched.now);
}

async function checkDevices(
  deps: AlertDeps,
  watched: Watched,
  waiting: readonly AlertRecord[],
): Promise<void> {
  if (waiting.length === 0) return;
  const { stores } = deps;
  const { organisationId, cursors, now } = watched;
  const [devicesTo, networksTo] = [beginningOf(cursors.devicesTo, now), beginningOf(cursors.networksTo, now)];
  const after = devicesTo > networksTo ? devicesTo : networksTo;
  const known = await stores.silences.lastHeard(
    organisationId,
    waiting.map(({ subjectId }) => subjectId),
  );
  const silent = await stores.silences.placed(
    organisationId,
    known.filter(({ sortKey }) => sortKey <= after),
  );
  const isSilent = new Set(silent.map(({ _id }) => _id));
  await stores.alerts.close(
    waiting.filter(({ subjectId }) => !isSilent.has(subjectId)),
    now,
  );
  const left = waiting.filter(({ subjectId }) => isSilent.has(subjectId));
  await openDevices(deps, watched, silent);
  // Those that still wait are looked at later; the others have changed since they were read.
  await stores.alerts.move(left.map(waitingOn), now);
}

function waitingOn(read: AlertRecord): Move {
  return { read, state: 'waiting' };
}
