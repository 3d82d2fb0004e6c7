import Joi from 'joi';
import { nameText } from '../../../shared/platform/values/texts.js';

export const factorId = Joi.string().max(100).required().description('As in the list of second factors');

export const factorName = nameText.max(100);
