import type { Schema } from '../api/answer';
import { api } from '../api/client';
import type { Option } from '../components/choice';

export type Meanings = Schema<'ConfigurationMeanings'>;
export type MeaningWord = Meanings[keyof Meanings][string];

/** The fields of an SSID whose numbers have meanings. */
export type ModeName = Exclude<keyof Meanings, 'uplink_type'>;

const LABELS: Readonly<Partial<Record<MeaningWord, string>>> = {
  router: 'Router',
  bridge: 'Bridge',
  '2g': '2.4 GHz',
  '5g': '5 GHz',
  '2g+5g': '2.4 and 5 GHz',
  '6g': '6 GHz',
  all: 'Every band',
  open: 'Open',
  'wpa-wpa2-psk': 'WPA or WPA2 with a shared key',
  'wpa2-psk': 'WPA2 with a shared key',
  'wpa2-eap': 'WPA2 with RADIUS',
  'wpa3-sae': 'WPA3 with a shared key',
  'wpa2-psk-wpa3-sae': 'WPA2 or WPA3 with a shared key',
  'wpa3-eap': 'WPA3 with RADIUS',
  owe: 'Encrypted without a key (OWE)',
  ccmp: 'CCMP',
  tkip: 'TKIP',
  'tkip+ccmp': 'TKIP and CCMP',
  'gcmp-256': 'GCMP-256',
  passphrase: 'Passphrase',
  hex: '64 hexadecimal digits',
  off: 'Off',
  on: 'On',
  none: 'None',
  click: 'Acceptance of terms',
  radius: 'Sign-in with RADIUS',
  relay: 'Relay',
  server: 'Server',
  allow: 'Only listed clients',
  deny: 'All but listed clients',
  uplink: 'Servers of the uplink',
  fixed: 'The servers below',
};

/** What the numbers of the modes mean in this installation; undefined until they have been read. */
export function useMeanings(): Meanings | undefined {
  const { data } = api.useQuery('get', '/v1/configuration_meanings', {}, { staleTime: 60_000 });
  return data?.data.meanings;
}

/** What a number means; undefined for one without a meaning. */
export function wordOf(
  meanings: Meanings | undefined,
  name: ModeName,
  number: string,
): MeaningWord | undefined {
  return meanings?.[name][number.replace(/^0+(?=\d)/, '')];
}

/** The modes to choose from, by what they mean. */
export function useModeOptions(): (name: ModeName) => readonly Option[] {
  const meanings = useMeanings();
  return (name) =>
    Object.entries(meanings?.[name] ?? {}).map(([value, word]) => ({
      value,
      label: LABELS[word] ?? word,
    }));
}

/** Gives the label of a mode's number; a number without a meaning is given as it is. */
export function useModeText(): (name: ModeName, number: string) => string {
  const optionsOf = useModeOptions();
  return (name, number) => optionsOf(name).find(({ value }) => value === number)?.label ?? number;
}
