import Joi from 'joi';
import { isCountry } from '../../../platform/values/countries.js';
import { flagSchema } from '../../../platform/values/flags.js';
import { listOf } from '../../../platform/values/lists.js';
import { BANDS, CHANNELS, WIDTHS, type Band } from './radio-channels.js';

const flag = flagSchema.allow(null);

const country = Joi.string().custom((code: string, helpers) =>
  isCountry(code) ? code : helpers.message({ custom: 'must be the ISO 3166 code of a country, such as DE' }),
);

const channelOf = (band: Band) =>
  Joi.number()
    .integer()
    .valid(...CHANNELS[band]);

const anyOf = (alternatives: readonly Joi.Schema[], msg: string) =>
  Joi.alternatives(...alternatives)
    .allow(null)
    .messages({ 'alternatives.match': msg, 'alternatives.types': msg, 'any.only': msg });

// Names and values are judged by readOptions.
const optionSet = Joi.object().pattern(
  Joi.string(),
  Joi.alternatives(Joi.string(), Joi.number()).allow('', null),
);
const options = Joi.object({ hostapd: optionSet.allow(null), uci: optionSet.allow(null) }).allow(null);

const auto = Joi.string().valid('auto');

const bandSchema = (band: Band) =>
  Joi.object({
    enabled: flag,
    channel: anyOf([auto, channelOf(band)], `must be auto or a primary channel of ${band}`),
    channels: listOf(channelOf(band).messages({ 'any.only': `must be a primary channel of ${band}` }))
      .min(1)
      .max(CHANNELS[band].length)
      .unique()
      .allow(null)
      .description('Among which `auto` chooses'),
    width_mhz: anyOf(
      [
        Joi.number()
          .integer()
          .valid(...WIDTHS[band]),
      ],
      `must be one of ${WIDTHS[band].join(', ')}`,
    ),
    power_dbm: anyOf(
      [auto, Joi.number().integer().min(0).max(30)],
      'must be auto or an integer from 0 to 30',
    ),
    legacy_rates: flag.description('The rates of 802.11b'),
    options: options.description('By name, as a whole; null removes all'),
  });

/** The settings of each band. */
export const BAND_SCHEMAS = { '2g': bandSchema('2g'), '5g': bandSchema('5g'), '6g': bandSchema('6g') };

/** The radio settings of a network or a device; null removes a member, a band or all. */
export const radioSettingsSchema = Joi.object({
  country: country.allow(null).description('ISO 3166 alpha-2'),
  bands: Joi.object(Object.fromEntries(BANDS.map((band) => [band, BAND_SCHEMAS[band].allow(null)]))).allow(
    null,
  ),
});

export const radioSchema = radioSettingsSchema.allow(null);
