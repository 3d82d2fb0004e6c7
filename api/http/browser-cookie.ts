import type { Context } from 'koa';
import { accountKey } from '../../shared/access/operations/sign-in.js';
import { newToken } from '../../shared/platform/values/secrets.js';
import { cookieName, cookieOptions } from './session-cookie.js';

const BROWSER_COOKIE = 'airfleet_browser';
/** Browsers keep a cookie for at most 400 days. */
const LIFETIME_MS = 400 * 86_400_000;
const MAX_ACCOUNTS = 5;
/** Enough of the hash of an email to tell the accounts of one browser apart. */
const ACCOUNT_LENGTH = 16;

/** One account that has signed in with the browser, and the id under which its failures there are counted. */
interface Entry {
  readonly account: string;
  readonly id: string;
}

/** The id of a browser in which this account has signed in before; null for any other, and for a forged cookie. */
export function browserIdOf(ctx: Context, email: string): string | null {
  return entriesOf(ctx).find(({ account }) => account === shortKey(email))?.id ?? null;
}

/** Records in the browser that the account has signed in; the cookie is no session. */
export function rememberAccount(ctx: Context, email: string): void {
  const account = shortKey(email);
  const known = entriesOf(ctx);
  const own = known.find((entry) => entry.account === account) ?? { account, id: newToken() };
  const entries = [own, ...known.filter((entry) => entry !== own)].slice(0, MAX_ACCOUNTS);
  const value = entries.map(({ account: key, id }) => `${key}:${id}`).join('.');
  const expires = new Date(Date.now() + LIFETIME_MS);
  ctx.cookies.set(cookieName(ctx, BROWSER_COOKIE), value, { ...cookieOptions(ctx), expires });
}

function entriesOf(ctx: Context): Entry[] {
  const value = ctx.cookies.get(cookieName(ctx, BROWSER_COOKIE), { signed: true }) ?? '';
  return value.split('.').flatMap((entry) => {
    const [account, id] = entry.split(':');
    return account && id ? [{ account, id }] : [];
  });
}

function shortKey(email: string): string {
  return accountKey(email).slice(0, ACCOUNT_LENGTH);
}
