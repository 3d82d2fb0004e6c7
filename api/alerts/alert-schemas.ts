import Joi from 'joi';
import { ALERT_KINDS, SUBJECT_TYPES } from '../../shared/alerts/domain/alert-kinds.js';

const whole = Joi.number().integer().required();
const time = Joi.string().isoDate().allow(null).required();

export const kindField = Joi.string().valid(...ALERT_KINDS);

export const alertSchema = Joi.object({
  id: whole,
  kind: kindField.required(),
  subject: Joi.object({
    type: Joi.string()
      .valid(...SUBJECT_TYPES)
      .required(),
    id: whole,
  }).required(),
  opened_at: Joi.string().isoDate().required(),
  closed_at: time.description('null: it is open'),
  acknowledged_at: time,
  acknowledged_by: whole.allow(null).description('The id of the user'),
  folded: Joi.array()
    .items(Joi.number().integer())
    .max(100)
    .required()
    .description('The first devices that this alert includes'),
  count: whole.description('How many there are'),
  text: Joi.string().required(),
});
