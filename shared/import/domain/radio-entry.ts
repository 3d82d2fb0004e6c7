import type Joi from 'joi';
import { radioSchema } from '../../configuration/records/domain/radio-schema.js';
import {
  patchRadio,
  radioFaults,
  type RadioPatch,
  type RadioSettings,
} from '../../configuration/records/domain/radio-settings.js';

/** The radio settings of a network or a device in the fleet file; absent: they stay as they are. */
export interface RadioEntry {
  readonly radio?: RadioPatch;
}

/** All of the settings: what an entry leaves out is not set. */
export const importedRadio: Joi.Schema = radioSchema.custom((radio: RadioPatch, helpers) => {
  const [fault] = radioFaults(patchRadio(null, radio), radio);
  return fault ? helpers.message({ custom: `${fault.path}: ${fault.msg}` }) : radio;
});

/** The field of the record that an entry gives; a record without settings gets none by an entry without any. */
export function storedRadio(
  radio: RadioPatch | undefined,
  stored: RadioSettings | null | undefined,
): { radio?: RadioSettings | null } {
  const after = radio === undefined ? stored : patchRadio(null, radio);
  return !after && stored === undefined ? {} : { radio: after ?? null };
}
