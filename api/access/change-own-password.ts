import Joi from 'joi';
import { changeOwnPassword } from '../../shared/access/operations/change-own-password.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { ownChange } from './own-change.js';
import { newPassword } from './users/user-input.js';

interface Input {
  password: string;
}

export const changeOwnPasswordEndpoint = endpoint<Input>({
  operation: 'change_own_password',
  summary:
    'Change the own password in a browser session that has just signed in; other sessions and tokens end',
  ...ownChange,
  routes: PATHS.changeOwnPassword,
  input: Joi.object({ password: newPassword.required() }),
  invalid: 'settingsInvalid',
  output: { 204: Joi.any(), 422: invalidSchema },
  refusals: ['recentSignInRequired', 'settingsInvalid'],
  async handle({ deps, input: { password }, sessionHash, requestId, ip }) {
    await changeOwnPassword(deps, sessionHash ?? '', password, { requestId, address: ip });
    return { status: 204 };
  },
});
