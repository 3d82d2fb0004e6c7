import { readDeafness } from '../../deaf-periods/operations/read-deafness.js';
import type { Turn } from '../../platform/loop.js';
import type { AlertDeps } from '../deps.js';
import { settingsOf } from '../domain/alert-settings.js';
import { checkWaiting } from './check-waiting.js';
import { closeHeard } from './close-heard.js';
import { findSilentDevices } from './find-silent-devices.js';
import { findSilentNetworks } from './find-silent-networks.js';
import type { Watched } from './watched.js';

/** An organisation with much to do lets others take their turn after this time. */
const SLICE_MS = 5000;

/**
 * One pass over all organisations: closes the alerts of devices that were heard again, and opens those of devices and
 * networks that have become silent. What it reads are the devices that have become silent or were heard again, and what
 * it writes can be repeated, so it may be killed anywhere.
 * @returns whether an organisation has more to do at once
 */
export async function watchAlerts(deps: AlertDeps, { lease }: Pick<Turn, 'lease'>): Promise<boolean> {
  const { stores, log } = deps;
  const deafness = await readDeafness(deps);
  let isMore = false;
  for await (const organisationId of stores.observations.organisationIds()) {
    await lease.check();
    try {
      const record = await stores.alertSettings.find(organisationId);
      const watched: Watched = {
        organisationId,
        settings: settingsOf(record?.kinds ?? {}),
        deafness: deafness.of(organisationId),
        cursors: record ?? {},
        now: deps.now(),
        until: performance.now() + SLICE_MS,
      };
      await closeHeard(deps, watched);
      const networksLeft = await findSilentNetworks(deps, watched);
      const devicesLeft = await findSilentDevices(deps, watched);
      await checkWaiting(deps, watched);
      isMore ||= networksLeft || devicesLeft;
    } catch (error) {
      log.warn(
        { err: error, organisation: organisationId },
        'Alerts were not looked at; the next pass tries again',
      );
    }
  }
  return isMore;
}
