import Joi from 'joi';
import type { NewCredential } from '../../../shared/access/domain/passkeys.js';
import { confirmPasskey } from '../../../shared/access/operations/factors/confirm-passkey.js';
import { confirmTotp } from '../../../shared/access/operations/factors/confirm-totp.js';
import { invalidSchema } from '../../http/answer-schemas.js';
import { endpoint } from '../../http/endpoint.js';
import { accessToken } from '../../http/fields.js';
import { PATHS } from '../../paths.js';
import { ownChange } from '../own-change.js';
import { newCredential } from '../passkey-fields.js';
import { totpCode } from '../sign-in-fields.js';
import { factorId } from './factor-fields.js';
import { recoveryCodesAnswer, recoveryCodesSchema } from './recovery-codes-answer.js';

interface Input {
  id: string;
  code?: string;
  credential?: NewCredential;
}

export const confirmSecondFactorEndpoint = endpoint<Input>({
  operation: 'confirm_second_factor',
  summary:
    'Add the app that was begun, with its first code, or the passkey; the first factor shows recovery codes',
  ...ownChange,
  withoutFactor: true,
  showsSecrets: true,
  routes: PATHS.confirmSecondFactor,
  input: Joi.object<Input & { access_token: string }>({
    id: factorId,
    code: totpCode,
    credential: newCredential,
    access_token: accessToken,
  }).xor('code', 'credential'),
  invalid: 'settingsInvalid',
  output: { 200: recoveryCodesSchema(200), 422: invalidSchema },
  refusals: ['recentSignInRequired', 'secondFactorNotFound', 'stateForbids', 'settingsInvalid'],
  async handle({ deps, input: { id, code = '', credential }, sessionHash, requestId, ip }) {
    const own = sessionHash ?? '';
    const place = { requestId, address: ip };
    const codes = credential
      ? await confirmPasskey(deps, own, { id, credential }, place)
      : await confirmTotp(deps, own, { id, code }, place);
    return recoveryCodesAnswer(200, codes);
  },
});
