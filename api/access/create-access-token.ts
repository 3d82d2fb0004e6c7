import Joi from 'joi';
import { signIn } from '../../shared/access/operations/sign-in.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';

interface Input {
  email: string;
  password: string;
  name?: string | null;
}

export const createAccessTokenEndpoint = endpoint<Input>({
  operation: 'create_access_token',
  summary: 'Exchange an email and a password for an access token of 90 days',
  family: 'v1',
  access: 'public',
  changes: true,
  routes: PATHS.createAccessToken,
  input: Joi.object({
    email: Joi.string().max(320).required(),
    password: Joi.string().max(1024).required(),
    name: Joi.string().trim().max(100).allow('', null).empty(['', null]),
  }),
  output: {
    201: Joi.object({ access_token: Joi.string().required(), expires_at: Joi.string().isoDate().required() }),
  },
  refusals: ['unauthenticated', 'signInLocked'],
  async handle({ deps, input, requestId }) {
    const { secret, expiresAt } = await signIn(deps, 'token', input, requestId);
    return { status: 201, body: { access_token: secret, expires_at: expiresAt.toISOString() } };
  },
});
