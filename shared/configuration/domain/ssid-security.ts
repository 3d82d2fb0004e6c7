import type { SsidFields } from '../../ssids/domain/ssid-fields.js';
import type { SsidProblems } from '../../ssids/domain/ssid-rules.js';
import { CREDENTIALS, formOfKey } from './ssid-credentials.js';
import { wordOf, type MeaningField, type Meanings, type Word } from './meanings.js';

/** What no access point can do: ciphers and keys that contradict the security mode. No message contains a comma. */
export function ssidSecurityProblems(meanings: Meanings, ssid: SsidFields): SsidProblems {
  const word = <Field extends MeaningField & keyof SsidFields>(field: Field): Word<Field> | undefined => {
    const number = ssid[field];
    return typeof number === 'string' ? wordOf(meanings, field, number) : undefined;
  };
  const [mode, algorithm, type] = [word('security_mode'), word('wpa_algorithm'), word('psk_type')];
  const isPassword = mode !== undefined && CREDENTIALS[mode] === 'password';
  const problems = new Map<string, string>();
  if ((isPassword || mode === 'owe') && (algorithm === 'tkip' || algorithm === 'tkip+ccmp'))
    problems.set('wpa_algorithm', 'wpa_algorithm must be without TKIP for SAE and OWE');
  const key = ssid.wpa_key;
  if (!key) return problems;
  const form = formOfKey(key);
  if (form === 'hex' && isPassword) problems.set('wpa_key', 'wpa_key must be a passphrase for SAE');
  else if (type && type !== form) problems.set('psk_type', 'psk_type must be that of wpa_key');
  return problems;
}
