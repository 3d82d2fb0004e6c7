import type { Joining } from './joining';
import { joiningOf } from './joining';
import { useMeanings, useModeText, wordOf, type MeaningWord } from './meanings';
import type { SsidField } from './ssid-field-kinds';
import type { SsidValues } from './ssid-values';
import { useValueText } from './value-text';

const JOINS: Readonly<Record<Joining, string>> = {
  open: 'open and unencrypted',
  password: 'password',
  company: 'company accounts',
  owe: 'open and encrypted',
};

/** Gives the SSID as a sentence, such as "Guests: password, VLAN 20, isolated, at most 64 on each access point". */
export function useSummary(): (values: SsidValues) => string {
  const meanings = useMeanings();
  const modeText = useModeText();
  return (values) => {
    if (!meanings) return '';
    const isOneOf = (
      name: 'radio_band' | 'captive_portal' | 'ssid_mode',
      ...words: MeaningWord[]
    ): boolean => {
      const word = wordOf(meanings, name, String(values[name]));
      return word !== undefined && words.includes(word);
    };
    const joining = joiningOf(meanings, String(values.security_mode));
    const targets = String(values.associated_aps_and_tags);
    const vlan = String(values['v_lan_attributes.v_lan_id']);
    const most = String(values.max_association);
    const facts = [
      joining === null ? 'without a security mode' : JOINS[joining],
      isOneOf('radio_band', '2g', '5g', '2g+5g', '6g') &&
        `only ${modeText('radio_band', String(values.radio_band))}`,
      targets !== '' && 'only on some devices',
      vlan !== '' && `VLAN ${vlan}`,
      isOneOf('ssid_mode', 'router') && 'addresses from the device',
      isOneOf('captive_portal', 'click', 'radius') && 'captive portal',
      values.is_hidden === true && 'hidden',
      values.is_isolate === true && 'isolated',
      most !== '' && `at most ${most} on each access point`,
      values.is_enabled === false && 'disabled',
    ];
    const name = String(values.ssid_name).trim() || 'New SSID';
    return `${name}: ${facts.filter((fact) => fact !== false).join(', ')}`;
  };
}

const LISTS: ReadonlySet<SsidField['kind']> = new Set(['lines', 'pairs', 'targets']);

/** Gives in one line what is set of some fields. */
export function useLineOf(): (fields: readonly SsidField[], values: SsidValues) => string {
  const textOf = useValueText();
  return (fields, values) => {
    const parts = fields.flatMap((field) => {
      const value = values[field.name];
      if (value === '' || value === false) return [];
      if (value === true) return [field.label];
      if (field.kind === 'key') return [`${field.label}: set`];
      if (LISTS.has(field.kind)) return [`${field.label}: ${value.split('\n').length}`];
      return [`${field.label}: ${textOf(field, value)}`];
    });
    return parts.length === 0 ? 'Nothing is set' : parts.join(', ');
  };
}
