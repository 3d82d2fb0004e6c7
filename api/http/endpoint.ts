import type Joi from 'joi';
import type { ClientSession } from 'mongoose';
import type { Caller, Principal } from '../../shared/access/domain/access.js';
import type { NewChallenge } from '../../shared/access/operations/sign-in-challenge.js';
import type { SigningBrowser } from '../../shared/access/operations/sign-in-session.js';
import type { ErrorName } from '../../shared/platform/errors/catalogue.js';
import type { DeviceRef } from '../../shared/inventory/stores/device-ref.js';
import type { ApiDeps } from '../deps.js';
import type { RawParameters } from './parameters.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The response conventions of a URL family: `v1` and `device` answer errors as {msg, error_code}, `upgrades` as
 * {message, status} and redirects callers that do not ask for JSON, `table` as {error}, `openwisp` as text.
 */
export type Family = 'v1' | 'upgrades' | 'table' | 'device' | 'openwisp';

/** Required authentication: none, a user's token or session, or a device key. */
export type Access = 'public' | 'user' | 'device';

/** State that the middlewares of one request share. */
export interface ApiState {
  requestId: string;
  endpoint?: Endpoint;
  principal?: Principal;
  /** The principal, unless it is an operator of the installation. */
  caller?: Caller;
  /** The raw body; absent when there is none or it was left unread. */
  body?: Buffer;
  bearer: string;
  sessionHash: string | null;
  /** Set for pages: renders a refusal as a page. */
  errorPage?: (message: string) => string;
}

/** Request headers that an endpoint may take. */
export type TakenHeader = 'Idempotency-Key' | 'If-Match' | 'If-None-Match';

/**
 * Keeps the answer under the request's Idempotency-Key in the transaction of the change that it reports; without a key
 * it does nothing. @throws AppError idempotencyKeyInUse when another execution has taken over the request
 */
export type KeepAnswer = (answer: Answer, session: ClientSession) => Promise<void>;

/** The device that a request authenticated. */
export interface AuthenticatedDevice extends DeviceRef {
  readonly keyHash: string;
  /** The MAC that it claims, where the operation needs it. */
  readonly macId?: string;
  /** Whether this process remembered the key. What changes or shows anything must check it again. */
  readonly isRemembered?: boolean;
}

export interface EndpointRequest<Input> {
  readonly deps: ApiDeps;
  /** Present when the endpoint's access is `user`. */
  readonly caller: Caller;
  /** The caller, or an operator of the installation where `operators` is set. */
  readonly principal: Principal;
  /** Present when the endpoint's access is `device`. */
  readonly device: AuthenticatedDevice;
  readonly input: Input;
  readonly requestId: string;
  readonly ip: string;
  /** The value of Authorization: Bearer or access_token; empty for a cookie session. */
  readonly bearer: string;
  /** The stored hash of the token or session. */
  readonly sessionHash: string | null;
  /** The hash of the session in the cookie, valid or not; null without one, and for endpoints without `ownOrigin`. */
  readonly browserSessionHash: string | null;
  /** The browser of a sign-in. */
  readonly browser: () => SigningBrowser;
  /** The hash of the secret in the cookie of a sign-in that awaits a second factor; null without one. */
  readonly challengeHash: () => string | null;
  /** The revisions that If-Match names; null when every revision matches, and for endpoints that do not take it. */
  readonly revisions: readonly number[] | null;
  /** The If-None-Match header; empty without one. */
  readonly ifNoneMatch: string;
  readonly keep: KeepAnswer;
}

/** The session that an answer hands to the browser as a cookie, and the account that has signed in. */
export interface BrowserSession {
  readonly secret: string;
  readonly expiresAt: Date;
  readonly email: string;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sets the session cookie; null deletes it. */
  readonly session?: BrowserSession | null;
  /** Sets the cookie of a sign-in that awaits a second factor or a passkey. */
  readonly challenge?: Pick<NewChallenge, 'secret' | 'expiresAt'>;
  /** False: the ETag does not count what moves, and a read whose If-None-Match names it is answered in full, not with 304. */
  readonly revalidates?: boolean;
}

/** One operation. Its schemas are used by the input check, the API document and the tests. */
export interface Endpoint<Input = never> {
  /** The operation's name in docs/interface.md. */
  readonly operation: string;
  readonly summary: string;
  readonly family: Family;
  readonly access: Access;
  /**
   * For public operations: whether a request with credentials acts for their holder, who is then authenticated. Its input
   * is validated with `$isSignedIn`.
   */
  readonly takesCaller?: (raw: RawParameters) => boolean;
  /** Whether operators of the installation may call it; they have no access to what organisations own. */
  readonly operators?: boolean;
  /** Whether it changes something: requires an own origin of cookie sessions, and tests check that viewers are refused. */
  readonly changes: boolean;
  /** Whether it changes only what belongs to the caller's own account, which viewers may. */
  readonly own?: boolean;
  /** Whether a user may call it who must set up a second factor first. */
  readonly withoutFactor?: boolean;
  /** Whether only pages of this service may send it from a browser, with or without a session. */
  readonly ownOrigin?: boolean;
  /** Whether an answer may contain a secret; such answers are not compressed. */
  readonly showsSecrets?: boolean;
  readonly routes: readonly (readonly [method: Method, path: string])[];
  readonly input: Joi.ObjectSchema<Input>;
  /** The input as the API document shows it, where the operation validates what `input` lets pass. */
  readonly documented?: Joi.ObjectSchema;
  /** The refusal of input that is not valid; invalidParameters unless given. */
  readonly invalid?: 'settingsInvalid';
  readonly headers?: readonly TakenHeader[];
  /** Types besides JSON that a parameter selects; Accept may ask for them. */
  readonly otherTypes?: readonly string[];
  /** The type of its answers, where they are not JSON. */
  readonly answerType?: 'text/plain' | 'application/gzip';
  /** Response schemas by status. */
  readonly output: Readonly<Record<number, Joi.Schema>>;
  /** Refusals beyond those of every operation (401, 403, 406, 413, 422/1103, 429, 500, 503). */
  readonly refusals: readonly ErrorName[];
  /** Runs before the input is validated. @throws AppError */
  readonly authorize?: (request: Pick<EndpointRequest<Input>, 'bearer'>) => void;
  /** The key in the parameters, for devices that do not send it in a header; empty: none. */
  readonly deviceKey?: (raw: RawParameters) => string;
  /** Authenticates the device by its key and its claimed identity, before the input is validated. @throws AppError */
  readonly authenticateDevice?: (
    deps: ApiDeps,
    keyHash: string,
    raw: RawParameters,
  ) => Promise<Omit<AuthenticatedDevice, 'keyHash'>>;
  /**
   * The refusals that come before those of faulty fields: unknown record, missing right, state. Called only for a request
   * with a faulty field, with the parameters that are valid; the operation makes the same checks itself. @throws AppError
   */
  readonly beforeFields?: (
    request: Pick<EndpointRequest<Input>, 'deps' | 'caller'> & { readonly input: Partial<Input> },
  ) => unknown;
  handle(request: EndpointRequest<Input>): Promise<Answer>;
}

/** Infers the input type of one endpoint; the list of endpoints does not need it. */
export function endpoint<Input>(definition: Endpoint<Input>): Endpoint {
  return definition as unknown as Endpoint;
}

/** Whether requests that do not ask for JSON are carried out and redirected (docs/http.md#json-2). */
export function takesBrowsers({ family }: Pick<Endpoint, 'family'>): boolean {
  return family === 'upgrades' || family === 'table';
}
