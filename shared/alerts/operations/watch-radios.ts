import type { AlertDeps } from '../deps.js';
import { afterMs, type AlertSettings } from '../domain/alert-settings.js';
import { alertText } from '../domain/alert-text.js';
import type { Opening } from '../stores/alert-store.js';
import type { DownRadio } from '../stores/source-store.js';
import { compareSources } from './compare-sources.js';
import { plannedAmong } from './find-silent-devices.js';

const kind = 'radio_down';

/**
 * Opens the alerts of devices that still report a radio as down when the time of the kind has passed since a pass first
 * found it, and closes those of devices that report it no more. Meanwhile an alert waits, as it does during an upgrade. Only
 * reports count: time in which a device is silent, or the service deaf, opens nothing.
 */
export function watchRadios(deps: AlertDeps, organisationId: number, settings: AlertSettings): Promise<void> {
  const { stores } = deps;
  const openingsOf = async (radios: readonly DownRadio[], now: Date): Promise<Opening[]> => {
    const subjects = radios.map(({ subjectId }) => subjectId);
    const current = await stores.alerts.current(organisationId, kind, subjects);
    const foundAt = new Map(current.map(({ subjectId, openedAt }) => [subjectId, openedAt]));
    const places = radios.map(({ subjectId: _id, networkId }) => ({ _id, networkId }));
    const isPlanned = await plannedAmong(stores, organisationId, places, now);
    return radios.map(({ subjectId, networkId, facts, reportedAt }) => {
      const since = foundAt.get(subjectId) ?? now;
      const hasLasted = reportedAt.getTime() - since.getTime() >= afterMs(settings, kind);
      const state = hasLasted && !isPlanned({ _id: subjectId, networkId }) ? 'open' : 'waiting';
      return { kind, subjectId, networkId, state, text: alertText(kind, { ...facts, since }) };
    });
  };
  return compareSources(
    deps,
    { organisationId, settings, kind },
    (...page) => stores.alertSources.downRadios(...page),
    openingsOf,
  );
}
