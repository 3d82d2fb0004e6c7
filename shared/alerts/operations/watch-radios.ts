import { BATCH } from '../../platform/mongo/batches.js';
import type { AlertDeps } from '../deps.js';
import { afterMs, isWanted, type AlertSettings } from '../domain/alert-settings.js';
import { alertText } from '../domain/alert-text.js';
import type { Opening } from '../stores/alert-store.js';
import { closeOthers } from './close-others.js';
import { plannedAmong } from './find-silent-devices.js';

/**
 * Opens the alerts of devices that still report a radio as down when the time of the kind has passed since a pass first
 * found it, and closes those of devices that report it no more. Meanwhile an alert waits, as it does during an upgrade. Only
 * reports count: time in which a device is silent, or the service deaf, opens nothing.
 */
export async function watchRadios(
  deps: AlertDeps,
  organisationId: number,
  settings: AlertSettings,
): Promise<void> {
  const { stores } = deps;
  const now = deps.now();
  for (let after = 0; ;) {
    const { radios, to } = await stores.alertSources.downRadios(organisationId, after, BATCH);
    const wanted = radios.filter(({ networkId }) => isWanted(settings, 'radio_down', networkId));
    const current = await stores.alerts.current(
      organisationId,
      'radio_down',
      wanted.map(({ _id }) => _id),
    );
    const foundAt = new Map(current.map(({ subjectId, openedAt }) => [subjectId, openedAt]));
    const isPlanned = await plannedAmong(stores, organisationId, wanted);
    const openings = wanted.map((radio): Opening => {
      const { _id: subjectId, name, networkId, reportedAt } = radio;
      const since = foundAt.get(subjectId) ?? now;
      const hasLasted = reportedAt.getTime() - since.getTime() >= afterMs(settings, 'radio_down');
      const state = hasLasted && !isPlanned(radio) ? 'open' : 'waiting';
      const text = alertText('radio_down', { name, since });
      return { kind: 'radio_down', subjectId, networkId, state, text };
    });
    await stores.alerts.open(organisationId, 'radio_down', openings, now);
    const lasting = new Set(radios.map(({ _id }) => _id));
    await closeOthers(deps, organisationId, 'radio_down', { after, to }, lasting);
    if (to === null) return;
    after = to;
  }
}
