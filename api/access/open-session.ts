import Joi from 'joi';
import { endSession } from '../../shared/access/operations/end-session.js';
import { signIn } from '../../shared/access/operations/sign-in.js';
import { LONGEST_EMAIL } from '../../shared/platform/values/email.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { invalidSchema, recordSchema } from '../http/answer-schemas.js';

interface Input {
  email: string;
  password: string;
}

export const openSessionEndpoint = endpoint<Input>({
  operation: 'open_session',
  summary: 'Sign in a browser: the answer sets the session cookie',
  family: 'v1',
  access: 'public',
  changes: true,
  ownOrigin: true,
  routes: PATHS.openSession,
  input: Joi.object({
    email: Joi.string().max(LONGEST_EMAIL).required(),
    password: Joi.string().max(1024).required(),
  }),
  invalid: 'settingsInvalid',
  output: {
    201: recordSchema('session', Joi.object({ expires_at: Joi.string().isoDate().required() })),
    422: invalidSchema,
  },
  refusals: ['unauthenticated', 'forbidden', 'signInLocked', 'settingsInvalid'],
  async handle({ deps, input, requestId, place, browserSessionHash, browserIdOf }) {
    const { email } = input;
    const credentials = { ...input, browserId: browserIdOf(email), from: place() };
    const session = await signIn(deps, 'session', credentials, requestId);
    // Revokes the session that the browser sent, which prevents session fixation.
    await endSession(deps, browserSessionHash, requestId);
    const body = { data: { session: { expires_at: session.expiresAt.toISOString() } }, status: 201 };
    return { status: 201, body, session: { ...session, email } };
  },
});
