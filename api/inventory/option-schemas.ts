import Joi from 'joi';

const optionSet = Joi.object().pattern(Joi.string(), Joi.string()).required();

/** Options of the software of devices, by name. */
export const deviceOptionsSchema = Joi.object({ hostapd: optionSet, uci: optionSet });

const lines = Joi.array().items(Joi.string()).required();

/** The same in documents: texts `name=value`. */
export const optionLinesSchema = Joi.object({ hostapd: lines, uci: lines });
