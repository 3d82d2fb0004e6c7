import { wordOf, type MeaningWord, type Meanings } from './meanings';
import type { SsidFieldName } from './ssid-field-kinds';
import type { SsidValues } from './ssid-values';

/** Who may join an SSID. */
export type Joining = 'open' | 'password' | 'company' | 'owe';

const JOINING: Readonly<Partial<Record<MeaningWord, Joining>>> = {
  open: 'open',
  'wpa-wpa2-psk': 'password',
  'wpa2-psk': 'password',
  'wpa3-sae': 'password',
  'wpa2-psk-wpa3-sae': 'password',
  'wpa2-eap': 'company',
  'wpa3-eap': 'company',
  owe: 'owe',
};

/** The security modes of each choice: first the one that suits most clients. */
const MODES: Readonly<Record<Joining, readonly MeaningWord[]>> = {
  open: ['open'],
  password: ['wpa2-psk-wpa3-sae', 'wpa2-psk', 'wpa3-sae', 'wpa-wpa2-psk'],
  company: ['wpa2-eap', 'wpa3-eap'],
  owe: ['owe'],
};

/** Null without a security mode, and for a number without a meaning. */
export function joiningOf(meanings: Meanings | undefined, mode: string): Joining | null {
  return JOINING[wordOf(meanings, 'security_mode', mode) ?? 'off'] ?? null;
}

/** The security mode for a choice; undefined if the installation has none. */
export function modeFor(meanings: Meanings | undefined, joining: Joining): string | undefined {
  const numbers = Object.entries(meanings?.security_mode ?? {});
  for (const mode of MODES[joining]) {
    const found = numbers.find(([, word]) => word === mode);
    if (found) return found[0];
  }
  return undefined;
}

/** The fields that a choice needs. */
export function neededBy(joining: Joining | null, values: SsidValues): readonly SsidFieldName[] {
  if (joining === 'password') return ['wpa_key'];
  if (joining !== 'company') return [];
  const accounting = values.acc_radius_enabled === true ? (['acc_radius_id'] as const) : [];
  return ['auth_radius_id', 'acc_radius_enabled', ...accounting];
}
