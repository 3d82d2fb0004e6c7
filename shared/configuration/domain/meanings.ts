/** The words that the numbers of a field can mean; docs/configuration.md#meanings. */
export const MEANING_WORDS = {
  ssid_mode: ['router', 'bridge'],
  radio_band: ['2g', '5g', '2g+5g', '6g', 'all'],
  security_mode: [
    'open',
    'wpa-wpa2-psk',
    'wpa2-psk',
    'wpa2-eap',
    'wpa3-sae',
    'wpa2-psk-wpa3-sae',
    'wpa3-eap',
    'owe',
  ],
  wpa_algorithm: ['ccmp', 'tkip', 'tkip+ccmp', 'gcmp-256'],
  psk_type: ['passphrase', 'hex'],
  nat: ['off', 'on'],
  acl_mac: ['off', 'on'],
  captive_portal: ['none', 'click', 'radius'],
  dhcp_relay_server: ['off', 'relay', 'server'],
  mac_filter_policy: ['off', 'allow', 'deny'],
  dns_mode: ['uplink', 'fixed'],
  uplink_type: ['ethernet', 'wifi-2g', 'wifi-5g', 'usb-modem'],
} as const;

export type MeaningField = keyof typeof MEANING_WORDS;
export type Word<Field extends MeaningField> = (typeof MEANING_WORDS)[Field][number];

/** What each number of each field means. Numbers are written without leading zeros. */
export type Meanings = {
  readonly [Field in MeaningField]: Readonly<Record<string, Word<Field>>>;
};

export const MEANING_FIELDS = Object.keys(MEANING_WORDS) as MeaningField[];

/** Numbers the words of a field from `first` on. */
function numbered<Field extends MeaningField>(field: Field, first: 0 | 1): Record<string, Word<Field>> {
  const words: readonly Word<Field>[] = MEANING_WORDS[field];
  return Object.fromEntries(words.map((word, index) => [String(first + index), word]));
}

/** The meanings of an installation that has loaded none of its own. */
export const DEFAULT_MEANINGS: Meanings = {
  ssid_mode: numbered('ssid_mode', 1),
  radio_band: numbered('radio_band', 1),
  security_mode: numbered('security_mode', 0),
  wpa_algorithm: numbered('wpa_algorithm', 1),
  psk_type: numbered('psk_type', 1),
  nat: numbered('nat', 0),
  acl_mac: numbered('acl_mac', 0),
  captive_portal: numbered('captive_portal', 0),
  dhcp_relay_server: numbered('dhcp_relay_server', 0),
  mac_filter_policy: numbered('mac_filter_policy', 0),
  dns_mode: numbered('dns_mode', 0),
  uplink_type: numbered('uplink_type', 1),
};

/** What a field means that is not set; null where the SSID is left out, or where the value decides by itself. */
export const WHEN_NOT_SET = {
  ssid_mode: 'bridge',
  radio_band: 'all',
  security_mode: null,
  wpa_algorithm: 'ccmp',
  psk_type: null,
  nat: 'on',
  acl_mac: 'on',
  captive_portal: 'none',
  dhcp_relay_server: 'off',
  mac_filter_policy: 'off',
  dns_mode: 'uplink',
  uplink_type: null,
} as const satisfies { readonly [Field in MeaningField]: Word<Field> | null };

/** The word of a number; undefined for a number without a meaning. */
export function wordOf<Field extends MeaningField>(
  meanings: Meanings,
  field: Field,
  digits: string,
): Word<Field> | undefined {
  const words = meanings[field];
  const number = digits.replace(/^0+(?=\d)/, '');
  return Object.hasOwn(words, number) ? words[number] : undefined;
}

/** One thing that is wrong with a file of meanings. */
export interface MeaningProblem {
  readonly path: string;
  readonly msg: string;
}

export type ReadMeanings =
  | { readonly ok: true; readonly meanings: Partial<Meanings> }
  | { readonly ok: false; readonly problems: readonly MeaningProblem[] };

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function problemsOf(field: MeaningField, numbers: unknown): MeaningProblem[] {
  if (!isRecord(numbers)) return [{ path: field, msg: 'must be an object of numbers and words' }];
  const words: readonly unknown[] = MEANING_WORDS[field];
  return Object.entries(numbers).flatMap(([number, word]) => {
    const path = `${field}.${number}`;
    if (!/^(0|[1-9]\d{0,8})$/.test(number))
      return [{ path, msg: 'must be a number of up to nine digits without leading zeros' }];
    return words.includes(word) ? [] : [{ path, msg: `must be one of ${words.join(', ')}` }];
  });
}

/** Reads a file of meanings, for example `{"security_mode": {"9": "wpa2-psk"}}`. Names every problem by its path. */
export function readMeanings(file: unknown): ReadMeanings {
  if (!isRecord(file)) return { ok: false, problems: [{ path: '', msg: 'must be an object of fields' }] };
  const problems = Object.entries(file).flatMap(([field, numbers]) =>
    Object.hasOwn(MEANING_WORDS, field)
      ? problemsOf(field as MeaningField, numbers)
      : [{ path: field, msg: `must be one of ${MEANING_FIELDS.join(', ')}` }],
  );
  return problems.length > 0 ? { ok: false, problems } : { ok: true, meanings: file };
}
