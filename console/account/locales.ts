import type { Me } from '../app/me';

export type Locale = NonNullable<Me['locale']>;

/** Each locale that the service knows. */
const LOCALES: Readonly<Record<Locale, true>> = {
  'cs-CZ': true,
  'da-DK': true,
  'de-AT': true,
  'de-CH': true,
  'de-DE': true,
  'el-GR': true,
  'en-AU': true,
  'en-CA': true,
  'en-GB': true,
  'en-IE': true,
  'en-IN': true,
  'en-NZ': true,
  'en-US': true,
  'en-ZA': true,
  'es-ES': true,
  'es-MX': true,
  'et-EE': true,
  'fi-FI': true,
  'fr-BE': true,
  'fr-CA': true,
  'fr-CH': true,
  'fr-FR': true,
  'hi-IN': true,
  'hr-HR': true,
  'hu-HU': true,
  'it-CH': true,
  'it-IT': true,
  'ja-JP': true,
  'ko-KR': true,
  'lt-LT': true,
  'lv-LV': true,
  'nb-NO': true,
  'nl-BE': true,
  'nl-NL': true,
  'pl-PL': true,
  'pt-BR': true,
  'pt-PT': true,
  'ro-RO': true,
  'sk-SK': true,
  'sl-SI': true,
  'sv-SE': true,
  'tr-TR': true,
  'uk-UA': true,
  'zh-CN': true,
  'zh-TW': true,
};

const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });

/** Such as "German (Austria)". */
export function localeName(locale: Locale): string {
  return names.of(locale) ?? locale;
}

export const LOCALE_OPTIONS = (Object.keys(LOCALES) as Locale[])
  .map((value) => ({ value, label: localeName(value) }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
