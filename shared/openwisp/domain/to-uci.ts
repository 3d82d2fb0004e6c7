import type { ConfigurationDocument } from '../../configuration/domain/document.js';
import type { DeviceLeftOut } from '../../configuration/records/domain/device-configuration.js';
import type { PartRadio } from '../../inventory/domain/part-radio.js';
import { radioSections } from './uci/radios.js';
import { ssidSections } from './uci/ssids.js';
import { systemSections } from './uci/system.js';
import { writeUci, type UciFile } from './uci/uci-file.js';
import { uplinkSections } from './uci/uplinks.js';

/** What the mapping reads of a document. */
export type UciDocument = Pick<
  ConfigurationDocument,
  'salt' | 'device' | 'time_zone' | 'radios' | 'wireless' | 'uplinks'
>;

export interface UciConfig {
  /** The text of each file in /etc/config. */
  readonly files: ReadonlyMap<UciFile, string>;
  readonly leftOut: readonly DeviceLeftOut[];
}

/**
 * The configuration of a device with openwisp-config (docs/openwisp.md#mapping): sections named airfleet_*, and options of
 * the device's own radios and system.
 * @param radios those of the hardware part
 */
export function toUci(document: UciDocument, radios: readonly PartRadio[]): UciConfig {
  const air = radioSections(document.radios, radios);
  const uplinks = uplinkSections(document.uplinks, air.usable);
  const usable = radios.length === 0 ? null : air.usable;
  const ssids = ssidSections(document.wireless, usable, uplinks.zones);
  const system = systemSections(document);
  const files = writeUci([...air.sections, ...uplinks.sections, ...ssids.sections, ...system.sections]);
  return {
    files: withSalt(files, document.salt),
    leftOut: [...ssids.leftOut, ...air.leftOut, ...uplinks.leftOut, ...system.leftOut],
  };
}

/** The checksum of a file with keys must not let them be guessed: the salt is part of the file, as a comment. */
function withSalt(files: ReadonlyMap<UciFile, string>, salt: string): Map<UciFile, string> {
  return new Map([...files].map(([name, text]) => [name, name === 'wireless' ? `# ${salt}\n${text}` : text]));
}
