import Joi from 'joi';
import { renewRecoveryCodes } from '../../../shared/access/operations/factors/renew-recovery-codes.js';
import { endpoint } from '../../http/endpoint.js';
import { accessToken } from '../../http/fields.js';
import { PATHS } from '../../paths.js';
import { ownChange } from '../own-change.js';
import { recoveryCodesAnswer, recoveryCodesSchema } from './recovery-codes-answer.js';

export const renewRecoveryCodesEndpoint = endpoint({
  operation: 'renew_recovery_codes',
  summary: 'Replace the recovery codes of the caller; the old ones no longer work',
  ...ownChange,
  showsSecrets: true,
  routes: PATHS.renewRecoveryCodes,
  input: Joi.object({ access_token: accessToken }),
  output: { 201: recoveryCodesSchema(201) },
  refusals: ['recentSignInRequired', 'stateForbids'],
  async handle({ deps, sessionHash, requestId, ip }) {
    return recoveryCodesAnswer(
      201,
      await renewRecoveryCodes(deps, sessionHash ?? '', { requestId, address: ip }),
    );
  },
});
