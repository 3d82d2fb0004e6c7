import Joi from 'joi';
import { completeSignIn } from '../../shared/access/operations/sign-in-session.js';
import { endSession } from '../../shared/access/operations/end-session.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { assertion } from './passkey-fields.js';
import {
  proofOf,
  recoveryCode,
  sessionAnswer,
  sessionAnswerSchema,
  totpCode,
  type GivenProof,
} from './sign-in-fields.js';

interface Input extends GivenProof {
  challenge: string;
}

export const completeSessionEndpoint = endpoint<Input>({
  operation: 'complete_session',
  summary:
    'Complete a sign-in with the second factor, or with a passkey alone: the answer sets the session cookie',
  family: 'v1',
  access: 'public',
  changes: true,
  ownOrigin: true,
  routes: PATHS.completeSession,
  input: Joi.object<Input>({
    challenge: Joi.string()
      .max(100)
      .required()
      .description('The id in the answer of open_session or begin_passkey_session'),
    code: totpCode,
    recovery_code: recoveryCode,
    assertion,
  }).xor('code', 'recovery_code', 'assertion'),
  invalid: 'settingsInvalid',
  output: { 201: sessionAnswerSchema, 422: invalidSchema },
  refusals: ['unauthenticated', 'forbidden', 'signInLocked', 'settingsInvalid'],
  async handle({ deps, input, requestId, ip, browser, challengeHash, browserSessionHash }) {
    const proof = proofOf(input);
    if (proof === null) throw new AppError('unauthenticated');
    const step = { challenge: input.challenge, browserHash: challengeHash(), proof };
    const session = await completeSignIn(deps, step, browser());
    await endSession(deps, browserSessionHash, { requestId, address: ip });
    return sessionAnswer(session);
  },
});
