import Joi from 'joi';
import { listFactors } from '../../../shared/access/operations/factors/list-factors.js';
import { endpoint } from '../../http/endpoint.js';
import { accessToken } from '../../http/fields.js';
import { PATHS } from '../../paths.js';
import { factorSchema, presentFactor } from './present-factor.js';

export const listSecondFactorsEndpoint = endpoint({
  operation: 'list_second_factors',
  summary: 'List the second factors of the caller, and how many recovery codes are left',
  family: 'v1',
  access: 'user',
  operators: true,
  changes: false,
  withoutFactor: true,
  routes: PATHS.listSecondFactors,
  input: Joi.object({ access_token: accessToken }),
  output: {
    200: Joi.object({
      data: Joi.object({
        second_factors: Joi.array().items(factorSchema).required(),
        recovery_codes_left: Joi.number().integer().required(),
      }).required(),
      status: Joi.valid(200).required(),
    }),
  },
  refusals: [],
  async handle({ deps, sessionHash }) {
    const { factors, recoveryCodesLeft } = await listFactors(deps, sessionHash ?? '');
    const data = { second_factors: factors.map(presentFactor), recovery_codes_left: recoveryCodesLeft };
    return { status: 200, body: { data, status: 200 } };
  },
});
