import { createHash, randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import type { Principal } from '../../shared/access/domain/access.js';
import { accountName } from '../../shared/access/domain/account-entry.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { ERRORS } from '../../shared/platform/errors/catalogue.js';
import type { Accompany } from '../../shared/platform/mongo/transaction.js';
import { decryptText, encryptText, type EncryptedText } from '../../shared/platform/values/encrypt.js';
import { whileRenewing } from '../../shared/platform/while-renewing.js';
import type { ApiDeps } from '../deps.js';
import type { Answer, Endpoint, KeepAnswer } from './endpoint.js';
import { errorBody, headersOf } from './middleware/errors.js';

const HEADER = 'Idempotency-Key';
const MAX_LENGTH = 255;

/** Without a key no answer is kept. */
export const keepNothing: KeepAnswer = () => Promise.resolve();

/**
 * Makes a change and answers with its result. The answer is computed once: in the transaction of the change when it is kept
 * under an Idempotency-Key, otherwise after it.
 * @param change passes its result to `accompany` in the transaction, and returns the same object
 */
export async function answerKept<Result extends object>(
  keep: KeepAnswer,
  answerOf: (result: Result) => Answer | Promise<Answer>,
  change: (accompany: Accompany<Result>) => Promise<Result>,
): Promise<Answer> {
  // By result: a transaction that was tried again may have kept the answer of another one before it aborted.
  const kept = new Map<Result, Answer>();
  const result = await change(async (changed, session) => {
    if (keep === keepNothing) return;
    const answer = await answerOf(changed);
    await keep(answer, session);
    kept.set(changed, answer);
  });
  return kept.get(result) ?? answerOf(result);
}

/** The Idempotency-Key of a request; null without one. @throws AppError for an empty or long one */
export function idempotencyKey(ctx: Context, { invalid }: Endpoint): string | null {
  const key = ctx.req.headers['idempotency-key'];
  if (typeof key !== 'string') return null;
  if (key.length >= 1 && key.length <= MAX_LENGTH) return key;
  const msg = `must be 1 to ${MAX_LENGTH} characters long`;
  throw new AppError(invalid ?? 'invalidParameters', {
    text: `${HEADER} ${msg}`,
    details: { errors: [{ path: HEADER, msg }] },
  });
}

/** A request as it is compared with later ones that have its key. */
export interface KeyedRequest {
  readonly account: Pick<Principal, 'userId' | 'organisationId'>;
  readonly key: string;
  readonly method: string;
  readonly path: string;
  /** The bytes of the body; absent without one. */
  readonly body: Buffer | undefined;
}

/**
 * Carries out a request once per user and Idempotency-Key, and answers its repetitions with the kept answer
 * (docs/http.md#idempotency-1). Refusals are kept too, except those that a repetition may escape: 401, 429 and 5xx.
 * @param carryOut passes its answer to `keep` in the transaction of its change
 * @throws AppError idempotencyKeyInUse, idempotencyKeyReused; errors of the request
 */
export async function answerOnce(
  { stores: { idempotencyKeys }, env, now, failpoint, claimRenewalMs }: ApiDeps,
  endpoint: Endpoint,
  { account, key, method, path, body }: KeyedRequest,
  carryOut: (keep: KeepAnswer) => Promise<Answer>,
): Promise<Answer> {
  // Operators of the installation have ids of their own.
  const owner = account.organisationId === null ? accountName(account) : account.userId;
  const id = `${owner}:${hashOf(key)}`;
  const context = `idempotency_keys:${id}:answer`;
  const holder = randomUUID();
  const request = hashOf(`${method} ${path}\n`, body);
  const claim = await idempotencyKeys.claim({ id, request, holder }, now());
  if (claim.state === 'otherRequest') throw new AppError('idempotencyKeyReused');
  if (claim.state === 'inUse') {
    const retryAfterS = Math.ceil(claim.msLeft / 1000);
    throw new AppError('idempotencyKeyInUse', { details: { retryAfterS } });
  }
  if (claim.state === 'answered') {
    const kept = JSON.parse(decryptText(env.encryptionKeys, context, claim.answer)) as Answer;
    return { ...kept, headers: { ...kept.headers, 'Idempotency-Replayed': 'true' } };
  }
  // Encrypted, because an answer may contain a secret that is stored nowhere in clear.
  const encrypted = (answer: Answer): EncryptedText =>
    encryptText(env.encryptionKeys, context, JSON.stringify(answer));
  try {
    const keep: KeepAnswer = async (kept, session) => {
      if (!(await idempotencyKeys.complete({ id, holder }, encrypted(kept), session)))
        throw new AppError('idempotencyKeyInUse');
    };
    const renew = (): Promise<void> => idempotencyKeys.renew({ id, holder }, now());
    const answer = await whileRenewing(renew, claimRenewalMs, async () => {
      await failpoint('key-claimed');
      return carryOut(keep);
    });
    await failpoint('request-carried-out');
    // For an answer that reports no change. An answer that is kept already stays.
    await idempotencyKeys.complete({ id, holder }, encrypted(answer));
    return answer;
  } catch (error) {
    const refusal = error instanceof AppError ? keptRefusal(endpoint, error) : null;
    if (refusal) await idempotencyKeys.complete({ id, holder }, encrypted(refusal));
    else await idempotencyKeys.release({ id, holder });
    throw error;
  }
}

function keptRefusal({ family }: Endpoint, error: AppError): Answer | null {
  const { status } = ERRORS[error.refusal];
  if (status === 401 || status === 429 || status >= 500) return null;
  return { status, body: errorBody(family, error), headers: headersOf(error) };
}

function hashOf(text: string, bytes: Buffer = Buffer.alloc(0)): string {
  return createHash('sha256').update(text).update(bytes).digest('hex');
}
