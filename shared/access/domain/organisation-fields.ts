import Joi from 'joi';
import { nameText } from '../../platform/values/texts.js';
import { LONGEST_IDLE_MINUTES } from './sign-in-rules.js';

/** Schemas of an organisation, the same for requests, the command line and fleet files. */
export const organisationFields = {
  name: nameText,
  no_of_aps: Joi.number().integer().min(0).max(1_000_000_000),
  session_idle_minutes: Joi.number().integer().min(5).max(LONGEST_IDLE_MINUTES),
};
