import { readEnv } from '../../shared/config/env.js';
import { startApi, type RunningApi } from '../../api/start-api.js';
import type { ApiDeps } from '../../api/deps.js';
import type { StartOverrides } from '../../shared/operations/deps.js';
import { migrate } from '../../shared/migrations/migrate.js';
import { expectDescribed } from './described.js';
import { noteCookies, noteSecret, noteSecretsIn, testLog } from './log-watch.js';
import { monitored } from './round-trips.js';
import { storesOfRun } from './unprotected/stores.js';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed when it is JSON, else the text. */
  readonly body: never;
  readonly text: string;
}

export interface CallOptions {
  readonly token?: string | undefined;
  /** Nested as the API takes it: `search[value]` and the like are the caller's to write. */
  readonly query?: Readonly<Record<string, string | number>>;
  /** Sent as JSON, or as it is when it is a string or a form. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Whoever answers at an address: an API, or several behind one address. */
export interface Client {
  readonly url: string;
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
}

/** Sends one request and reads its answer to the end, which must be as the API document says. */
export async function callAt(
  base: string,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Reply> {
  const url = new URL(path, base);
  for (const [name, value] of Object.entries(options.query ?? {})) url.searchParams.set(name, String(value));
  const headers = new Headers(options.headers);
  if (options.token) headers.set('Authorization', `Bearer ${options.token}`);
  const body = encode(options.body, headers);
  const response = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const isJson = response.headers.get('Content-Type')?.includes('json') ?? false;
  const reply: Reply = {
    status: response.status,
    headers: response.headers,
    text,
    body: (isJson ? JSON.parse(text) : text) as never,
  };
  noteSecretsOf(options, reply);
  expectDescribed(method, url.pathname, reply);
  return reply;
}

/** Whatever a request or its answer carries that no log may hold. */
function noteSecretsOf({ token, query, body, headers }: CallOptions, reply: Reply): void {
  if (token) noteSecret(token);
  noteSecretsIn([query, body, reply.body]);
  noteCookies([headers?.['Cookie'] ?? '', ...reply.headers.getSetCookie()]);
}

/** The API under test, spoken to over its socket as any client would. */
export class TestApi implements Client {
  constructor(private readonly running: RunningApi) {}

  get deps(): ApiDeps {
    return this.running.deps;
  }

  get url(): string {
    return this.running.url;
  }

  get adminUrl(): string {
    return this.running.adminUrl;
  }

  call(method: string, path: string, options?: CallOptions): Promise<Reply> {
    return callAt(this.url, method, path, options);
  }

  async close(): Promise<void> {
    await this.running.close();
  }
}

function encode(body: unknown, headers: Headers): string | URLSearchParams | undefined {
  if (body === undefined || typeof body === 'string' || body instanceof URLSearchParams) return body;
  if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  return JSON.stringify(body);
}

export type Overrides = StartOverrides & { env?: Record<string, string> };

/** An API of its own on a free port, for tests that need their own clock or settings; close it yourself. */
export async function startTestApi({ env, ...overrides }: Overrides = {}): Promise<TestApi> {
  const settings = {
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '0',
    ...process.env,
    PORT: '0',
    NODE_ENV: 'test',
    ...env,
  };
  const given = readEnv(settings);
  const read = { ...given, mongodbUri: monitored(given.mongodbUri) };
  const running = await startApi(read, testLog(read.logLevel, 'api'), {
    createStores: storesOfRun(),
    ...overrides,
  });
  await running.deps.mongo.connected;
  // A database of the test's own is the test's own to prepare.
  if (env?.['MONGODB_URI'] === undefined) await migrated(running.deps);
  return new TestApi(running);
}

let migration: Promise<unknown> | undefined;

/** Gives the test database its indexes, once a run. Whoever opens the database without the API under test calls it too. */
async function migrated({ mongo }: Pick<ApiDeps, 'mongo'>): Promise<void> {
  migration ??= migrate(mongo.models, () => undefined);
  await migration;
}

let shared: Promise<TestApi> | undefined;

/** The one API that all tests without special wishes share. */
export function sharedApi(): Promise<TestApi> {
  shared ??= startTestApi();
  return shared;
}

/** For the end of the whole run. */
export async function closeSharedApi(): Promise<void> {
  await (await shared)?.close();
  shared = undefined;
}
