import Joi from 'joi';
import { confirmTotp } from '../../../shared/access/operations/factors/confirm-totp.js';
import { invalidSchema } from '../../http/answer-schemas.js';
import { endpoint } from '../../http/endpoint.js';
import { accessToken } from '../../http/fields.js';
import { PATHS } from '../../paths.js';
import { ownChange } from '../own-change.js';
import { totpCode } from '../sign-in-fields.js';
import { factorId } from './factor-id.js';
import { recoveryCodesAnswer, recoveryCodesSchema } from './recovery-codes-answer.js';

export const confirmSecondFactorEndpoint = endpoint<{ id: string; code: string }>({
  operation: 'confirm_second_factor',
  summary:
    'Add the authenticator app that was begun, with its first code; the first one shows recovery codes',
  ...ownChange,
  withoutFactor: true,
  showsSecrets: true,
  routes: PATHS.confirmSecondFactor,
  input: Joi.object({ id: factorId, code: totpCode.required(), access_token: accessToken }),
  invalid: 'settingsInvalid',
  output: { 200: recoveryCodesSchema(200), 422: invalidSchema },
  refusals: ['recentSignInRequired', 'secondFactorNotFound', 'settingsInvalid'],
  async handle({ deps, input, sessionHash, requestId }) {
    return recoveryCodesAnswer(200, await confirmTotp(deps, sessionHash ?? '', input, requestId));
  },
});
