import Joi from 'joi';
import { beginPasskeySignIn } from '../../shared/access/operations/sign-in-challenge.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { challengeAnswer, challengeAnswerSchema } from './sign-in-fields.js';

export const beginPasskeySessionEndpoint = endpoint({
  operation: 'begin_passkey_session',
  summary: 'Begin to sign in a browser with a passkey alone, which complete_session takes',
  family: 'v1',
  access: 'public',
  changes: true,
  ownOrigin: true,
  showsSecrets: true,
  routes: PATHS.beginPasskeySession,
  input: Joi.object({}),
  output: { 200: challengeAnswerSchema },
  refusals: ['forbidden', 'stateForbids'],
  async handle({ deps }) {
    return challengeAnswer(await beginPasskeySignIn(deps));
  },
});
