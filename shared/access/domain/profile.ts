import Joi from 'joi';
import type { AuditedFields } from '../../audit/domain/audit-entry.js';
import { LOCALES, type Locale } from '../../platform/values/locales.js';
import { nameText, zoneText } from '../../platform/values/texts.js';
import type { StoredProfile } from '../models/profile.js';

/** What a person says of itself: its name, and how it reads times. Null: not chosen, so that its browser decides. */
export interface Profile {
  readonly name: string | null;
  readonly locale: Locale | null;
  readonly timeZone: string | null;
}

/** The fields of a profile, the same for requests and fleet files. */
export const profileSchema = {
  name: nameText,
  locale: Joi.string().valid(...LOCALES),
  time_zone: zoneText,
};

export function profileOf({ name, locale, timeZone }: StoredProfile): Profile {
  return { name: name ?? null, locale: locale ?? null, timeZone: timeZone ?? null };
}

/** A profile under the names of the API. */
export function auditedProfile({ name, locale, timeZone }: Profile): AuditedFields {
  return { name, locale, time_zone: timeZone };
}
