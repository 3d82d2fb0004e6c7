import Joi from 'joi';
import { nameText } from '../../platform/values/texts.js';

/** Schemas of an organisation, the same for the command line and fleet files. */
export const organisationFields = {
  name: nameText,
  no_of_aps: Joi.number().integer().min(0).max(1_000_000_000),
};
