import type { ConfigurationDocument, WirelessEntry } from '../../shared/configuration/domain/document.js';
import type { PartRadio } from '../../shared/inventory/domain/part-radio.js';
import { toUci } from '../../shared/openwisp/domain/to-uci.js';
import { documentWith, wirelessEntry } from '../../dev/conformance/ucentral-cases.js';
import { parse } from '../agent/openwrt/sections.mjs';

/** The radios of the hardware part in these tests. */
const RADIOS: readonly PartRadio[] = [
  { name: 'radio0', band: '5g', standard: 'he' },
  { name: 'radio1', band: '2g', standard: 'vht' },
  { name: 'radio2', band: '5g', standard: 'ht' },
];

interface Section {
  readonly type: string;
  readonly options: Readonly<Record<string, string | string[]>>;
}

/** The sections of a file's text, by name. */
export function sectionsOf(text: string): Map<string, Section> {
  return new Map(
    [...parse(text)].map(([name, options]) => {
      const { '': type = '', ...others } = Object.fromEntries(options);
      return [name, { type: String(type), options: others }];
    }),
  );
}

/** The sections of a document, by file and name, and what it leaves out. */
export function mapped(fields: Partial<ConfigurationDocument>, radios: readonly PartRadio[] = RADIOS) {
  const { files, leftOut } = toUci(documentWith(fields), radios);
  const sections = new Map<string, Section>();
  for (const [file, text] of files)
    for (const [name, section] of sectionsOf(text)) sections.set(`${file}.${name}`, section);
  const features = leftOut.map(({ ssid_id: id, feature, field }) =>
    field === undefined ? `${id} ${feature}` : `${id} ${feature} ${field}`,
  );
  return { files, sections, leftOut: features };
}

/** Those of a document with one SSID. */
export const withSsid = (fields: Partial<WirelessEntry>, radios = RADIOS) =>
  mapped({ wireless: [wirelessEntry(fields)] }, radios);

/** Without the section `system`. */
export const namesOf = (sections: ReadonlyMap<string, unknown>) =>
  [...sections.keys()].filter((name) => name !== 'system.system');
