import Joi from 'joi';
import { ALERT_KINDS } from '../../shared/alerts/domain/alert-kinds.js';
import { kindField } from './alert-schemas.js';

/** All networks, or some by id. */
export const networksField = Joi.alternatives(
  Joi.string().valid('all'),
  Joi.array().items(Joi.number().integer().min(1)).max(1000),
).description('"all", or ids of networks');

/** All kinds of alerts, or some. */
export const kindsField = Joi.alternatives(
  Joi.string().valid('all'),
  Joi.array().items(kindField).max(ALERT_KINDS.length),
).description('"all", or kinds of alerts');
