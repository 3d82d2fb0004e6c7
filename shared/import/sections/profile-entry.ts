import type { StoredProfile } from '../../access/models/profile.js';
import type { Locale } from '../../platform/values/locales.js';

/** What a user or operator says of itself. */
export interface ProfileEntry {
  name?: string | null;
  locale?: Locale | null;
  time_zone?: string | null;
}

/** The profile after an import: what the file does not say stays as it is, and null clears it. */
export function nextProfile(
  { name, locale, time_zone: timeZone }: ProfileEntry,
  existing: StoredProfile | null,
): StoredProfile {
  const next = {
    name: name === undefined ? existing?.name : name,
    locale: locale === undefined ? existing?.locale : locale,
    timeZone: timeZone === undefined ? existing?.timeZone : timeZone,
  };
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
}

export function profileEntry({ name, locale, timeZone }: StoredProfile): ProfileEntry {
  return {
    ...(name ? { name } : {}),
    ...(locale ? { locale } : {}),
    ...(timeZone ? { time_zone: timeZone } : {}),
  };
}
