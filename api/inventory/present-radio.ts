import Joi from 'joi';
import { deviceOptionsSchema, optionLinesSchema } from './option-schemas.js';
import { BANDS } from '../../shared/configuration/records/domain/radio-channels.js';

const flag = Joi.boolean().allow(null).required();
const whole = Joi.number().integer();
const wholeOrAuto = Joi.alternatives(Joi.string().valid('auto'), whole).allow(null).required();

const bandFields = {
  enabled: flag,
  channel: wholeOrAuto,
  channels: Joi.array().items(whole).allow(null).required().description('Among which `auto` chooses'),
  width_mhz: whole.allow(null).required(),
  power_dbm: wholeOrAuto,
  legacy_rates: flag.description('The rates of 802.11b'),
};

/** The settings of a band in a document; null: the device's own. */
export const documentBandSchema = Joi.object({ ...bandFields, options: optionLinesSchema.required() });

/** The settings of a band; null: not set. */
export const shownBandSchema = Joi.object({
  ...bandFields,
  options: deviceOptionsSchema.allow(null).required().description('Of hostapd and of UCI, by name'),
});

/** The radio settings of a network or a device, in answers. */
export const shownRadioSchema = Joi.object({
  country: Joi.string().allow(null).required().description('ISO 3166 alpha-2'),
  bands: Joi.object(Object.fromEntries(BANDS.map((band) => [band, shownBandSchema.required()]))).required(),
});
