import Joi from 'joi';
import { zoneText } from '../../platform/values/texts.js';

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Hours of the week in which devices may be upgraded. `to` at or before `from` is on the next day. */
export interface Window {
  readonly days: readonly Weekday[];
  /** `HH:MM`. */
  readonly from: string;
  readonly to: string;
}

/** The hours of a network, under the names of the API; null: those of the rollout. */
export interface NetworkHours {
  /** An IANA name. */
  readonly time_zone: string | null;
  /** None: always. */
  readonly windows: readonly Window[] | null;
}

const timeOfDay = Joi.string()
  .pattern(/^([01]\d|2[0-3]):[0-5]\d$/)
  .messages({ 'string.pattern.base': 'must be a time of day, HH:MM' })
  .required();

const window = Joi.object({
  days: Joi.array()
    .items(Joi.string().valid(...WEEKDAYS))
    .min(1)
    .unique()
    .required(),
  from: timeOfDay,
  to: timeOfDay,
});

/** Windows and time zone of a rollout, and of a network. */
export const hoursFields = {
  time_zone: zoneText,
  windows: Joi.array().items(window).max(21),
};

/** The hours as they are stored with a network; the flag selects networks by an index. */
export function storedHours({ time_zone: timeZone, windows }: NetworkHours) {
  return { timeZone, windows, hasOwnHours: timeZone !== null || windows !== null };
}
