import { isDeepStrictEqual } from 'node:util';
import {
  patchRadio,
  radioFaults,
  type RadioPatch,
  type RadioSettings,
} from '../../configuration/records/domain/radio-settings.js';
import { AppError } from '../../platform/errors/app-error.js';

/**
 * The radio settings of a network or a device after a patch; undefined when nothing changes.
 * @throws AppError settingsInvalid for settings that no device can have together
 */
export function changedRadio(
  stored: RadioSettings | null = null,
  patch?: RadioPatch,
): RadioSettings | null | undefined {
  if (patch === undefined) return undefined;
  const radio = patchRadio(stored, patch);
  const errors = radioFaults(radio, patch).map(({ path, msg }) => ({ path: `radio.${path}`, msg }));
  const [first] = errors;
  if (first)
    throw new AppError('settingsInvalid', { text: `${first.path}: ${first.msg}`, details: { errors } });
  return isDeepStrictEqual(radio, stored) ? undefined : radio;
}

/**
 * The same for a device.
 * @throws AppError settingsInvalid also for a switch
 */
export function changedDeviceRadio(
  { radio, isSwitch }: { readonly radio?: RadioSettings | null; readonly isSwitch: boolean },
  patch?: RadioPatch,
): RadioSettings | null | undefined {
  if (isSwitch && patch) {
    const errors = [{ path: 'radio', msg: 'must be null: a switch has no radios' }];
    throw new AppError('settingsInvalid', { text: 'A switch has no radios', details: { errors } });
  }
  return changedRadio(radio, patch);
}
