import Joi from 'joi';
import { removeFactor } from '../../../shared/access/operations/factors/remove-factor.js';
import { endpoint } from '../../http/endpoint.js';
import { accessToken } from '../../http/fields.js';
import { PATHS } from '../../paths.js';
import { ownChange } from '../own-change.js';
import { factorId } from './factor-fields.js';

export const removeSecondFactorEndpoint = endpoint<{ id: string }>({
  operation: 'remove_second_factor',
  summary: 'Remove a second factor of the caller',
  ...ownChange,
  routes: PATHS.removeSecondFactor,
  input: Joi.object({ id: factorId, access_token: accessToken }),
  output: { 204: Joi.any() },
  refusals: ['recentSignInRequired', 'secondFactorNotFound'],
  async handle({ deps, input: { id }, sessionHash, requestId, ip }) {
    await removeFactor(deps, sessionHash ?? '', id, { requestId, address: ip });
    return { status: 204 };
  },
});
