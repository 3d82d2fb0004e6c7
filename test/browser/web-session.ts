import { scryptSync } from 'node:crypto';
import type { UserRecord } from '../../shared/access/models/user.js';
import type { Client, Reply, TestApi } from '../fixtures/api.js';
import { makeUser, type TestUser } from '../fixtures/records/organisation.js';

export const PASSWORD = 'correct horse battery staple';

const CHEAP = { N: 2, r: 1, p: 1 };

/** PASSWORD as stored, at the lowest cost: a stored hash names its own, and tests sign in hundreds of times. */
export const PASSWORD_HASH = [
  ...['scrypt', CHEAP.N, CHEAP.r, CHEAP.p],
  ...[Buffer.from('salt'), scryptSync(PASSWORD, 'salt', 32, CHEAP)].map((bytes) =>
    bytes.toString('base64url'),
  ),
].join('$');

/** A user who can sign in with PASSWORD. */
export async function makeUserWithPassword(
  { deps }: TestApi,
  organisationId: number,
  fields: Partial<UserRecord> = {},
): Promise<TestUser> {
  return makeUser(deps, organisationId, { passwordHash: PASSWORD_HASH, ...fields });
}

/** The headers that a browser sends with a form of our own page. */
export function ownOrigin(api: Client): Record<string, string> {
  return { Origin: api.url, 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html' };
}

/** The headers that a browser sends with a request of a script of our own page. */
export function ownOriginJson(api: Client): Record<string, string> {
  return { ...ownOrigin(api), Accept: 'application/json' };
}

/** Submits a form as our pages do, with additional headers. */
export function postForm(
  api: Client,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return api.call('POST', path, {
    body: new URLSearchParams(fields),
    headers: { ...ownOrigin(api), ...headers },
  });
}

/** The cookies of a response as a browser sends them back, without the cleared ones. */
export function cookiesOf(reply: Reply): string {
  const pairs = reply.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return pairs.filter((pair) => !pair.endsWith('=')).join('; ');
}

/** Signs in and returns the cookies. */
export async function signInAs(api: Client, email: string, password = PASSWORD): Promise<string> {
  const reply = await postForm(api, '/sign_in', { email, password });
  if (reply.status !== 303) throw new Error(`Signing in gave ${reply.status}: ${reply.text}`);
  return cookiesOf(reply);
}
