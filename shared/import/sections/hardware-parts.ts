import Joi from 'joi';
import { toEntry, toStored } from '../domain/entry.js';
import { partNumber as partText } from '../../firmware/domain/firmware-file.js';
import { flag, text } from '../domain/fields.js';
import { each } from './export-context.js';
import {
  MAX_PART_RADIOS,
  RADIO_NAME,
  RADIO_STANDARDS,
  type PartRadio,
} from '../../inventory/domain/part-radio.js';
import { BANDS } from '../../configuration/records/domain/radio-channels.js';
import type { FleetSection } from './section.js';
import { upsertRenaming } from './write-context.js';

export interface HardwarePartEntry {
  part_number: string;
  name: string;
  wifi_uplink: boolean;
  usb: boolean;
  is_switch: boolean;
  boards?: string[];
  radios?: PartRadio[];
}

const MAX_BOARDS = 100;

export const hardwareParts: FleetSection<HardwarePartEntry> = {
  schema: Joi.object({
    part_number: partText.required(),
    name: text.required(),
    wifi_uplink: flag.required(),
    usb: flag.required(),
    is_switch: flag.required(),
    boards: Joi.array().items(text.max(255)).max(MAX_BOARDS).unique(),
    radios: Joi.array()
      .items(
        Joi.object({
          name: Joi.string().pattern(RADIO_NAME).required(),
          band: Joi.string()
            .valid(...BANDS)
            .required(),
          standard: Joi.string()
            .valid(...RADIO_STANDARDS)
            .required(),
        }),
      )
      .max(MAX_PART_RADIOS)
      .unique('name'),
  }),

  check(context, located) {
    for (const { path, entry } of located) {
      const { part_number: partNumber, name = '', is_switch: isSwitch = false } = entry;
      if (partNumber === undefined) continue;
      if (!context.addKey('part', partNumber)) {
        context.faults.add(`${path}.part_number`, `${partNumber} occurs twice in hardware_parts`);
      }
      context.known.parts.set(partNumber, { name, isSwitch });
    }
  },

  write: upsertRenaming(
    'hardwareParts',
    (entry) => entry.part_number,
    // A file without boards or radios keeps those that are stored.
    ({ part_number: _id, ...entry }, existing) => ({
      _id,
      ...toStored(entry),
      ...listsOf({ boards: entry.boards ?? existing?.boards, radios: entry.radios ?? existing?.radios }),
    }),
    (renames, { name, isSwitch }, after) =>
      name === after.name && isSwitch === after.isSwitch ? undefined : renames.part(after._id, after),
  ),

  export: each('hardwareParts', (record) => ({
    part_number: record._id,
    ...toEntry(['name', 'wifi_uplink', 'usb', 'is_switch'], record),
    ...listsOf(record),
  })),
};

type Lists = Pick<HardwarePartEntry, 'boards' | 'radios'>;

/** The lists that are there. */
function listsOf({ boards, radios }: { [Name in keyof Lists]-?: Lists[Name] | undefined } | Lists): Lists {
  return { ...(boards === undefined ? {} : { boards }), ...(radios === undefined ? {} : { radios }) };
}
