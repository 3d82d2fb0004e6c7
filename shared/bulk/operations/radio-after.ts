import type { Caller } from '../../access/domain/access.js';
import type { RadioSettings } from '../../configuration/records/domain/radio-settings.js';
import { changedDeviceRadio } from '../../inventory/operations/changed-radio.js';
import type { DeviceListing } from '../../inventory/stores/device-store.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { RadioChange } from '../domain/bulk-change.js';

/** The radio settings of a device after a change; undefined when it has them, and why it cannot have them. */
export function radioAfter(
  caller: Caller,
  device: DeviceListing,
  change: RadioChange,
): { readonly radio: RadioSettings | null } | undefined | AppError {
  try {
    const radio = changedDeviceRadio(caller, device, change);
    return radio === undefined ? undefined : { radio };
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
