import Joi from 'joi';
import {
  CONFIGURATION_FILTERS,
  isIndexed,
  type ConfigurationFilter,
} from '../../shared/configuration/records/domain/device-configuration.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import type { DeviceFilter } from '../../shared/search/domain/device-filter.js';
import { DEVICE_STATES, type DeviceState } from '../../shared/status/domain/heartbeat-time.js';
import { optionalNumberId, optionalTime } from '../http/fields.js';

/** The parameters that filter devices; an absent one filters nothing. */
export interface DeviceFilterInput {
  search?: string;
  state?: DeviceState;
  network_id?: number;
  tag_id?: number;
  part_number?: string;
  version?: string;
  last_heard_before?: Date;
  configuration?: ConfigurationFilter;
}

const blank = Joi.valid('', null);
const text = Joi.string().max(255).empty(blank);

export const deviceFilterInput = {
  search: Joi.string().max(4096).empty(blank).description('Words that must all be found in a device'),
  state: Joi.string()
    .valid(...DEVICE_STATES)
    .empty(blank),
  network_id: optionalNumberId.description('0: devices without a network'),
  tag_id: optionalNumberId,
  part_number: text,
  version: text.description('That the device runs'),
  last_heard_before: optionalTime.description('Without devices that were never heard'),
  configuration: Joi.string()
    .valid(...CONFIGURATION_FILTERS)
    .empty(blank)
    .description('A state, or left_out. Other states than failed, rolled_back and drifted need network_id'),
} satisfies Record<keyof DeviceFilterInput, Joi.Schema>;

/**
 * @param prefix of the filter in the request, such as `filter.`
 * @throws AppError settingsInvalid for a state of the configuration that no index finds in a whole organisation
 */
export function filterOf(input: DeviceFilterInput, prefix = ''): DeviceFilter {
  const { configuration, network_id: networkId } = input;
  if (configuration !== undefined && networkId === undefined && !isIndexed(configuration)) {
    const msg = 'needs network_id unless it is failed, rolled_back, drifted or left_out';
    throw new AppError('settingsInvalid', { details: { errors: [{ path: `${prefix}configuration`, msg }] } });
  }
  return {
    search: input.search ?? null,
    state: input.state ?? null,
    networkId: input.network_id ?? null,
    tagId: input.tag_id ?? null,
    partNumber: input.part_number ?? null,
    version: input.version ?? null,
    lastHeardBefore: input.last_heard_before ?? null,
    configuration: input.configuration ?? null,
  };
}
