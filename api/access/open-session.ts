import Joi from 'joi';
import { endSession } from '../../shared/access/operations/end-session.js';
import { signInBrowser } from '../../shared/access/operations/sign-in-session.js';
import { LONGEST_EMAIL } from '../../shared/platform/values/email.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { invalidSchema } from '../http/answer-schemas.js';
import {
  challengeAnswer,
  challengeAnswerSchema,
  sessionAnswer,
  sessionAnswerSchema,
} from './sign-in-fields.js';

interface Input {
  email: string;
  password: string;
}

export const openSessionEndpoint = endpoint<Input>({
  operation: 'open_session',
  summary: 'Sign in a browser: the answer sets the session cookie, or asks for the second factor',
  family: 'v1',
  access: 'public',
  changes: true,
  ownOrigin: true,
  showsSecrets: true,
  routes: PATHS.openSession,
  input: Joi.object({
    email: Joi.string().max(LONGEST_EMAIL).required(),
    password: Joi.string().max(1024).required(),
  }),
  invalid: 'settingsInvalid',
  output: {
    200: challengeAnswerSchema,
    201: sessionAnswerSchema,
    422: invalidSchema,
  },
  refusals: ['unauthenticated', 'forbidden', 'signInLocked', 'settingsInvalid'],
  async handle({ deps, input, requestId, ip, browser, browserSessionHash }) {
    const signedIn = await signInBrowser(deps, input, browser());
    if ('challenge' in signedIn) return challengeAnswer(signedIn.challenge);
    // Revokes the session that the browser sent, which prevents session fixation.
    await endSession(deps, browserSessionHash, { requestId, address: ip });
    return sessionAnswer(signedIn.session);
  },
});
