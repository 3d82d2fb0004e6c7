import type { SsidFields } from '../../ssids/domain/ssid-fields.js';
import type { SsidProblems } from '../../ssids/domain/ssid-rules.js';
import { CREDENTIALS, formOfKey } from './ssid-credentials.js';
import { wordOf, type MeaningField, type Meanings, type Word } from './meanings.js';

/** What no access point can do: ciphers, keys and extras that contradict the security mode. No message contains a comma. */
export function ssidSecurityProblems(meanings: Meanings, ssid: SsidFields): SsidProblems {
  const word = <Field extends MeaningField & keyof SsidFields>(field: Field): Word<Field> | undefined => {
    const number = ssid[field];
    return typeof number === 'string' ? wordOf(meanings, field, number) : undefined;
  };
  const [mode, algorithm, type] = [word('security_mode'), word('wpa_algorithm'), word('psk_type')];
  const credential = mode && CREDENTIALS[mode];
  const isPassword = credential === 'password';
  const problems = new Map<string, string>();
  if ((isPassword || mode === 'owe') && (algorithm === 'tkip' || algorithm === 'tkip+ccmp'))
    problems.set('wpa_algorithm', 'wpa_algorithm must be without TKIP for SAE and OWE');
  if (ssid.extras?.fast_roaming && credential === 'none')
    problems.set('extras.fast_roaming', 'extras.fast_roaming must be off without a key or a RADIUS server');
  if (ssid.extras?.dynamic_vlan && credential && credential !== 'radius')
    problems.set('extras.dynamic_vlan', 'extras.dynamic_vlan must be off without EAP');
  const key = ssid.wpa_key;
  if (!key) return problems;
  const form = formOfKey(key);
  if (form === 'hex' && isPassword) problems.set('wpa_key', 'wpa_key must be a passphrase for SAE');
  else if (type && type !== form) problems.set('psk_type', 'psk_type must be that of wpa_key');
  return problems;
}
