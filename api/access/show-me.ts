import Joi from 'joi';
import { describeCaller } from '../../shared/access/operations/describe-caller.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { meAnswer, meAnswerSchema } from './present-me.js';

export const showMeEndpoint = endpoint({
  operation: 'show_me',
  summary: 'Show the caller with its rights',
  family: 'v1',
  access: 'user',
  operators: true,
  changes: false,
  withoutFactor: true,
  routes: PATHS.showMe,
  input: Joi.object({ access_token: accessToken }),
  output: { 200: meAnswerSchema },
  refusals: [],
  handle: async ({ deps, principal, sessionHash }) =>
    meAnswer(await describeCaller(deps, principal, sessionHash)),
});
