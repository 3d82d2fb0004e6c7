import type { SsidFields } from '../../ssids/domain/ssid-fields.js';
import type { SsidProblems } from '../../ssids/domain/ssid-rules.js';
import { wordOf, type MeaningField, type Meanings, type Word } from './meanings.js';

/** Modes whose clients know no TKIP. */
const WITHOUT_TKIP: readonly Word<'security_mode'>[] = ['wpa3-sae', 'wpa2-psk-wpa3-sae', 'owe'];
/** Modes whose key is a password. */
const WITH_PASSWORD: readonly Word<'security_mode'>[] = ['wpa3-sae', 'wpa2-psk-wpa3-sae'];

const HEX_KEY = /^[0-9a-f]{64}$/i;

/** What no access point can do: ciphers and keys that contradict the security mode. No message contains a comma. */
export function ssidSecurityProblems(meanings: Meanings, ssid: SsidFields): SsidProblems {
  const word = <Field extends MeaningField & keyof SsidFields>(field: Field): Word<Field> | undefined => {
    const number = ssid[field];
    return typeof number === 'string' ? wordOf(meanings, field, number) : undefined;
  };
  const [mode, algorithm, type] = [word('security_mode'), word('wpa_algorithm'), word('psk_type')];
  const problems = new Map<string, string>();
  if (mode && WITHOUT_TKIP.includes(mode) && (algorithm === 'tkip' || algorithm === 'tkip+ccmp'))
    problems.set('wpa_algorithm', 'wpa_algorithm must be without TKIP for SAE and OWE');
  const key = ssid.wpa_key;
  if (!key) return problems;
  const form = HEX_KEY.test(key) ? 'hex' : 'passphrase';
  if (form === 'hex' && mode && WITH_PASSWORD.includes(mode))
    problems.set('wpa_key', 'wpa_key must be a passphrase for SAE');
  else if (type && type !== form) problems.set('psk_type', 'psk_type must be that of wpa_key');
  return problems;
}
