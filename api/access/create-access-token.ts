import Joi from 'joi';
import { createOwnToken } from '../../shared/access/operations/create-own-token.js';
import type { NewCredential } from '../../shared/access/operations/open-session.js';
import { signInForToken } from '../../shared/access/operations/sign-in-token.js';
import { LONGEST_EMAIL } from '../../shared/platform/values/email.js';
import { tokenName } from '../../shared/platform/values/texts.js';
import { endpoint, type Answer } from '../http/endpoint.js';
import { accessToken } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { proofOf, recoveryCode, totpCode, type GivenProof } from './sign-in-fields.js';

/** Without email and password, a signed-in caller creates a token of its own. */
interface Input extends GivenProof {
  email?: string;
  password?: string;
  name?: string | null;
}

const unlessSignedIn = (schema: Joi.StringSchema) =>
  schema.when('$isSignedIn', { is: true, then: Joi.optional(), otherwise: Joi.required() });

const email = Joi.string().max(LONGEST_EMAIL);
const password = Joi.string().max(1024);
const name = tokenName.allow('', null).empty(['', null]);
const proof = { code: totpCode.description('Of a user with a second factor'), recovery_code: recoveryCode };

export const createAccessTokenEndpoint = endpoint<Input>({
  operation: 'create_access_token',
  summary: 'Create an access token of 90 days: for an email and a password, or for the signed-in caller',
  family: 'v1',
  access: 'public',
  takesCaller: (raw) => raw['email'] === undefined && raw['password'] === undefined,
  operators: true,
  changes: true,
  showsSecrets: true,
  routes: PATHS.createAccessToken,
  input: Joi.object({ email: unlessSignedIn(email), password: unlessSignedIn(password), name, ...proof }),
  documented: Joi.object({
    email: email.description('With `password`; without both, the token is of the signed-in caller'),
    password,
    name,
    ...proof,
    access_token: accessToken,
  }),
  headers: ['Idempotency-Key'],
  output: {
    201: Joi.object({
      access_token: Joi.string().allow(null).required().description('Shown once; null in a replay'),
      expires_at: Joi.string().isoDate().required(),
      id: Joi.string().description('With name and prefix: of a token of the signed-in caller'),
      name: Joi.string().allow(null),
      prefix: Joi.string(),
    }),
  },
  refusals: [
    'unauthenticated',
    'secondFactorRequired',
    'secondFactorMissing',
    'forbidden',
    'signInLocked',
    'tooManyOpen',
    'idempotencyKeyInUse',
    'idempotencyKeyReused',
  ],
  async handle({ deps, input, sessionHash, requestId, ip, keep }) {
    const { email: address, password: secret, name: title = null } = input;
    if (address !== undefined && secret !== undefined) {
      const signIn = { email: address, password: secret, name: title, proof: proofOf(input) };
      const made = await signInForToken(deps, signIn, { requestId, address: ip });
      return { status: 201, body: { access_token: made.secret, expires_at: made.expiresAt.toISOString() } };
    }
    const caller = { sessionHash: sessionHash ?? '', requestId };
    const own = await createOwnToken(deps, caller, title, (token, session) =>
      keep(ownAnswer(token, null), session),
    );
    return ownAnswer(own, own.secret);
  },
});

function ownAnswer({ id, name: title, prefix, expiresAt }: NewCredential, secret: string | null): Answer {
  const expires_at = expiresAt.toISOString();
  return { status: 201, body: { access_token: secret, expires_at, id, name: title, prefix } };
}
