import { IANAZone } from 'luxon';
import { ianaZone } from '../../../platform/values/time-zone.js';
import type { RolloutSettings } from '../../domain/settings.js';
import type { Hours } from '../../domain/windows.js';

/** When a rollout dispatches: its windows, less its blackout, by the clocks of its zone. */
export function hoursOf(settings: RolloutSettings): Hours {
  const { time_zone, windows, blackout, lead_minutes: leadMinutes } = settings;
  return { zone: ianaZone(time_zone) ?? IANAZone.create('UTC'), windows, blackout, leadMinutes };
}
