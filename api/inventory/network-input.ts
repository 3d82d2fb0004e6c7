import Joi from 'joi';
import { ON_DRIFT } from '../../shared/configuration/records/domain/network-configuration.js';
import { hoursFields } from '../../shared/inventory/domain/network-hours.js';
import { placeFields } from '../../shared/inventory/domain/network-place.js';
import { nameText } from '../../shared/platform/values/texts.js';
import { flag } from '../http/fields.js';

/** The fields of a network that callers set. */
export const networkFields = {
  network_name: nameText,
  time_zone: hoursFields.time_zone.allow(null).description('An IANA name; null: that of the rollout'),
  windows: hoursFields.windows.allow(null).description('Null: those of the rollout; [] means always'),
  latitude: placeFields.latitude.allow(null).description('Degrees north; with a longitude only'),
  longitude: placeFields.longitude.allow(null).description('Degrees east; with a latitude only'),
  address: placeFields.address.allow(null),
};

/** The settings of a network's configuration that callers set (docs/configuration.md#settings). */
export const configurationInput = Joi.object({
  canary: flag.description('Whether edits go to one device of each hardware part first'),
  soak_s: Joi.number().integer().min(0).max(86_400),
  stop_after: Joi.number().integer().min(1).max(1000).allow(null).description('Null: any number of failures'),
  confirm_within_s: Joi.number().integer().min(30).max(900),
  on_drift: Joi.string().valid(...ON_DRIFT),
});
