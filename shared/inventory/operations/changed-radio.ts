import { isDeepStrictEqual } from 'node:util';
import { isAdministrator, type Caller } from '../../access/domain/access.js';
import {
  differInOptions,
  patchRadio,
  radioFaults,
  type RadioPatch,
  type RadioSettings,
} from '../../configuration/records/domain/radio-settings.js';
import { AppError } from '../../platform/errors/app-error.js';

/**
 * The radio settings of a network or a device after a patch; undefined when nothing changes.
 * @throws AppError settingsInvalid for settings that no device can have together; forbidden when a caller that is no
 *   administrator changes options
 */
export function changedRadio(
  caller: Pick<Caller, 'role'>,
  stored: RadioSettings | null = null,
  patch?: RadioPatch,
): RadioSettings | null | undefined {
  if (patch === undefined) return undefined;
  const radio = patchRadio(stored, patch);
  const faults = radioFaults(radio, patch);
  const concernsOptions =
    differInOptions(stored, radio) || faults.some(({ path }) => path.includes('.options'));
  if (concernsOptions && !isAdministrator(caller)) throw new AppError('forbidden');
  const errors = faults.map(({ path, msg }) => ({ path: `radio.${path}`, msg }));
  const [first] = errors;
  if (first)
    throw new AppError('settingsInvalid', { text: `${first.path}: ${first.msg}`, details: { errors } });
  return isDeepStrictEqual(radio, stored) ? undefined : radio;
}

/**
 * The same for a device.
 * @throws AppError settingsInvalid also for a switch, forbidden
 */
export function changedDeviceRadio(
  caller: Pick<Caller, 'role'>,
  { radio, isSwitch }: { readonly radio?: RadioSettings | null; readonly isSwitch: boolean },
  patch?: RadioPatch,
): RadioSettings | null | undefined {
  if (isSwitch && patch) {
    const errors = [{ path: 'radio', msg: 'must be null: a switch has no radios' }];
    throw new AppError('settingsInvalid', { text: 'A switch has no radios', details: { errors } });
  }
  return changedRadio(caller, radio, patch);
}
