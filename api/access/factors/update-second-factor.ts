import Joi from 'joi';
import { renameFactor } from '../../../shared/access/operations/factors/rename-factor.js';
import { invalidSchema, recordSchema } from '../../http/answer-schemas.js';
import { endpoint } from '../../http/endpoint.js';
import { accessToken } from '../../http/fields.js';
import { PATHS } from '../../paths.js';
import { ownChange } from '../own-change.js';
import { factorId, factorName } from './factor-fields.js';
import { factorSchema, presentFactor } from './present-factor.js';

export const updateSecondFactorEndpoint = endpoint<{ id: string; name: string }>({
  operation: 'update_second_factor',
  summary: 'Give a second factor of the caller another name',
  ...ownChange,
  routes: PATHS.updateSecondFactor,
  input: Joi.object({ id: factorId, name: factorName.required(), access_token: accessToken }),
  invalid: 'settingsInvalid',
  output: { 200: recordSchema('second_factor', factorSchema), 422: invalidSchema },
  refusals: ['recentSignInRequired', 'secondFactorNotFound', 'settingsInvalid'],
  async handle({ deps, input: { id, name }, sessionHash, requestId, ip }) {
    const renamed = await renameFactor(deps, sessionHash ?? '', { id, name }, { requestId, address: ip });
    return { status: 200, body: { data: { second_factor: presentFactor(renamed) }, status: 200 } };
  },
});
