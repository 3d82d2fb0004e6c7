import Joi from 'joi';
import type { FactorProof } from '../../shared/access/domain/factor-proof.js';
import type { Assertion } from '../../shared/access/domain/passkeys.js';
import type { NewChallenge } from '../../shared/access/operations/sign-in-challenge.js';
import type { SignedInBrowser } from '../../shared/access/operations/sign-in-session.js';
import { recordSchema } from '../http/answer-schemas.js';
import type { Answer } from '../http/endpoint.js';
import { requestOptionsSchema } from './passkey-fields.js';

/** A code of an authenticator app. */
export const totpCode = Joi.string()
  .replace(/\s/g, '')
  .pattern(/^\d{6}$/, 'code of six digits');

export const recoveryCode = Joi.string().max(100).description('Instead of `code`; works once');

/** What a request has of these. */
export interface GivenProof {
  code?: string;
  recovery_code?: string;
  assertion?: Assertion;
}

export function proofOf({ code, recovery_code: given, assertion }: GivenProof): FactorProof | null {
  if (code !== undefined) return { code };
  if (assertion !== undefined) return { assertion };
  return given === undefined ? null : { recoveryCode: given };
}

export const sessionAnswerSchema = recordSchema(
  'session',
  Joi.object({ expires_at: Joi.string().isoDate().required() }),
);

const METHODS = ['totp', 'passkey', 'recovery_code'] as const satisfies NewChallenge['methods'];

export const challengeAnswerSchema = recordSchema(
  'challenge',
  Joi.object({
    id: Joi.string().required(),
    methods: Joi.array()
      .items(Joi.string().valid(...METHODS))
      .required()
      .description('What complete_session takes'),
    passkey: requestOptionsSchema.allow(null).required(),
    expires_at: Joi.string().isoDate().required(),
  }),
);

/** The answer that asks for the second factor, or for a passkey alone. */
export function challengeAnswer({ id, secret, expiresAt, methods, passkey }: NewChallenge): Answer {
  const challenge = { id, methods, passkey, expires_at: expiresAt.toISOString() };
  return { status: 200, body: { data: { challenge }, status: 200 }, challenge: { secret, expiresAt } };
}

/** The answer that signs in a browser. */
export function sessionAnswer(session: SignedInBrowser): Answer {
  const body = { data: { session: { expires_at: session.expiresAt.toISOString() } }, status: 201 };
  return { status: 201, body, session };
}
