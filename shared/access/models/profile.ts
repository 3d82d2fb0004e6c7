import type { Locale } from '../../platform/values/locales.js';

/** What an account says of its person; absent members have not been chosen. */
export interface StoredProfile {
  name?: string | null;
  locale?: Locale | null;
  timeZone?: string | null;
}

export const profileFields = {
  name: { type: String, default: undefined },
  locale: { type: String, default: undefined },
  timeZone: { type: String, default: undefined },
} as const;
