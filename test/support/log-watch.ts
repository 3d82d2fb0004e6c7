import { createLogger, type Log } from '../../shared/observability/logger.js';
import { readEnv } from '../../shared/config/env.js';

/** Names under which a request or an answer carries a secret. */
const SECRET_NAMES = new Set(['password', 'access_token', 'wpa_key', 'device_key']);
/** Shorter ones, such as `wrong`, are words that a log may hold by chance. */
const LEAST_LENGTH = 12;

const logged: string[] = [];
const secrets = new Set<string>();

/** Notes one line of a process's log. */
export function noteLog(line: string): void {
  logged.push(line);
}

/** The log of a part of the program that runs inside the tests: noted in full, unless somebody wants to read it. */
export function testLog(level: string, name: string): Log {
  return level === 'silent'
    ? createLogger('debug', name, 'json', { write: noteLog })
    : createLogger(level, name);
}

/** Notes a secret that the run uses. */
export function noteSecret(secret: string): void {
  if (secret.length >= LEAST_LENGTH) secrets.add(secret);
}

/** Notes every secret in what a request or an answer carries. */
export function noteSecretsIn(value: unknown, name = ''): void {
  if (typeof value === 'string' && SECRET_NAMES.has(name)) noteSecret(value);
  if (typeof value !== 'object' || value === null) return;
  const entries = value instanceof URLSearchParams ? [...value] : Object.entries(value);
  for (const [key, inner] of entries) noteSecretsIn(inner, /(\w+)\]?$/.exec(key)?.[1] ?? '');
}

/** Notes the session of a cookie, from either side. */
export function noteCookies(lines: readonly string[]): void {
  for (const [, value] of lines.join('; ').matchAll(/airfleet_session(?:\.sig)?=([^;]+)/g))
    noteSecret(value ?? '');
}

/** The secrets that stand in a text: as words of it, and those that are no words anywhere. */
export function secretsIn(text: string, known: Iterable<string>): string[] {
  const words = new Set(text.match(/[\w-]{12,}/g));
  return [...known].filter((secret) => (/^[\w-]+$/.test(secret) ? words.has(secret) : text.includes(secret)));
}

/** @throws Error when any process of the run has logged a secret that the run used */
export function expectNoSecretLogged(): void {
  const { sessionSecrets, encryptionKeys } = readEnv({ NODE_ENV: 'test' });
  const keys = encryptionKeys.flatMap((key) => [key.toString('base64'), key.toString('hex')]);
  for (const secret of [...sessionSecrets, ...keys]) noteSecret(secret);
  const found = secretsIn(logged.join('\n'), secrets);
  const where = found.map((secret) => logged.find((line) => line.includes(secret)) ?? '');
  if (found.length > 0)
    throw new Error(`Logs of this run hold ${found.length} secrets, as in:\n${where.slice(0, 5).join('\n')}`);
}
