import Joi from 'joi';
import { createOwnToken, type AskedToken } from '../../shared/access/operations/create-own-token.js';
import { LONGEST_TOKEN_MS, type NewCredential } from '../../shared/access/operations/open-session.js';
import { signInForToken } from '../../shared/access/operations/sign-in-token.js';
import { LONGEST_EMAIL } from '../../shared/platform/values/email.js';
import { TOKEN_SCOPES, type TokenScope } from '../../shared/access/domain/token-limits.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { tokenName } from '../../shared/platform/values/texts.js';
import { endpoint, type Answer } from '../http/endpoint.js';
import { accessToken } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { proofOf, recoveryCode, totpCode, type GivenProof } from './sign-in-fields.js';

/** Without email and password, a signed-in caller creates a token of its own. */
interface Input extends GivenProof {
  scopes?: TokenScope[];
  networks?: number[];
  expires_at?: Date;
  email?: string;
  password?: string;
  name?: string | null;
}

const unlessSignedIn = (schema: Joi.StringSchema) =>
  schema.when('$isSignedIn', { is: true, then: Joi.optional(), otherwise: Joi.required() });

const email = Joi.string().max(LONGEST_EMAIL);
const password = Joi.string().max(1024);
const name = tokenName.allow('', null).empty(['', null]);
const limits = {
  scopes: Joi.array()
    .items(Joi.string().valid(...TOKEN_SCOPES))
    .min(1)
    .unique()
    .description(
      '`write` includes `read`; `admin` is for users, tokens, sessions and secrets. By default all of them',
    ),
  networks: Joi.array()
    .items(Joi.number().integer().min(1))
    .min(1)
    .max(1000)
    .unique()
    .description('Ids: the token is limited to those of them that its user has'),
  expires_at: Joi.date().iso().description('At most a year from now; by default after 90 days'),
};
const proof = { code: totpCode.description('Of a user with a second factor'), recovery_code: recoveryCode };

export const createAccessTokenEndpoint = endpoint<Input>({
  operation: 'create_access_token',
  summary:
    'Create an access token, of 90 days by default: for an email and a password, or for the signed-in caller',
  family: 'v1',
  access: 'public',
  takesCaller: (raw) => raw['email'] === undefined && raw['password'] === undefined,
  operators: true,
  changes: true,
  showsSecrets: true,
  routes: PATHS.createAccessToken,
  input: Joi.object({
    email: unlessSignedIn(email),
    password: unlessSignedIn(password),
    name,
    ...limits,
    ...proof,
  }),
  documented: Joi.object({
    email: email.description('With `password`; without both, the token is of the signed-in caller'),
    password,
    name,
    ...limits,
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
    'recentSignInRequired',
    'secondFactorRequired',
    'secondFactorMissing',
    'forbidden',
    'signInLocked',
    'tooManyOpen',
    'idempotencyKeyInUse',
    'idempotencyKeyReused',
  ],
  async handle({ deps, input, sessionHash, requestId, ip, keep }) {
    const { email: address, password: secret } = input;
    const asked = askedToken(input, deps.now());
    if (address !== undefined && secret !== undefined) {
      const signIn = { email: address, password: secret, asked, proof: proofOf(input) };
      const made = await signInForToken(deps, signIn, { requestId, address: ip });
      return { status: 201, body: { access_token: made.secret, expires_at: made.expiresAt.toISOString() } };
    }
    const caller = { sessionHash: sessionHash ?? '', requestId, address: ip };
    const own = await createOwnToken(deps, caller, asked, (token, session) =>
      keep(ownAnswer(token, null), session),
    );
    return ownAnswer(own, own.secret);
  },
});

/** @throws AppError invalidParameters for an end in the past, or later than a token may live */
function askedToken(
  { name: title = null, scopes, networks, expires_at: expiresAt }: Input,
  now: Date,
): AskedToken {
  const latest = new Date(now.getTime() + LONGEST_TOKEN_MS);
  if (expiresAt && (expiresAt <= now || expiresAt > latest))
    throw new AppError('invalidParameters', { text: 'expires_at must be within a year from now' });
  return {
    name: title,
    limits: { ...(scopes ? { scopes } : {}), ...(networks ? { networks } : {}) },
    expiresAt,
  };
}

function ownAnswer({ id, name: title, prefix, expiresAt }: NewCredential, secret: string | null): Answer {
  const expires_at = expiresAt.toISOString();
  return { status: 201, body: { access_token: secret, expires_at, id, name: title, prefix } };
}
