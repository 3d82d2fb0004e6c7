import Joi from 'joi';
import { ERRORS } from '../../shared/platform/errors/catalogue.js';
import type { ChangeResult } from '../../shared/inventory/operations/device-change.js';
import type { Answer } from '../http/endpoint.js';
import { macList, refusal } from '../http/fields.js';

interface Words {
  /** As in `Devices released: 2`. */
  readonly done: string;
  readonly noneDone: 'releaseFailed' | 'removalFailed';
}

/** Picks one of the three responses of release_devices and remove_devices (docs/interface.md#release_devices). */
export function presentDeviceChange({ succeeded, failed }: ChangeResult, words: Words): Answer {
  const lists = { success_devices: succeeded, failed_devices: failed };
  const msg = `Devices ${words.done}: ${succeeded.length}`;
  if (failed.length === 0) return { status: 200, body: { msg, ...lists } };
  if (succeeded.length > 0)
    return { status: 422, body: { msg: `${msg}, failed: ${failed.length}`, ...lists } };
  const { status, code, text } = ERRORS[words.noneDone];
  return { status, body: { msg: text, error_code: code, ...lists } };
}

const changed = Joi.object({
  msg: Joi.string().required(),
  success_devices: macList.required(),
  failed_devices: macList.required(),
});

/** The schemas of these responses; a 422 may also be a refusal without lists. */
export const deviceChangeOutput = {
  200: changed,
  422: Joi.alternatives().try(changed.keys({ error_code: Joi.number().integer() }), refusal),
} as const;
