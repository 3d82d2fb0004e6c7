import type Joi from 'joi';
import type { Caller, Principal } from '../../shared/access/domain/access.js';
import type { ErrorName } from '../../shared/platform/errors/catalogue.js';
import type { DeviceRef } from '../../shared/inventory/stores/device-ref.js';
import type { ApiDeps } from '../deps.js';
import type { RawParameters } from './nested-parameters.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * How a family of URLs speaks: `v1` answers errors as {msg, error_code}, `upgrades` as {message, status} and
 * redirects without JSON, `table` as {error}, `device` is spoken by access points and switches.
 */
export type Family = 'v1' | 'upgrades' | 'table' | 'device' | 'operations';

/** Who may call: anybody, a signed-in user, or a device with its key (the operation itself checks that one). */
export type Access = 'public' | 'user' | 'device';

export interface EndpointRequest<Input> {
  readonly deps: ApiDeps;
  /** Present whenever the endpoint's access is `user`. */
  readonly caller: Caller;
  /** The caller, or an operator of the installation where `operators` lets one in. */
  readonly principal: Principal;
  /** Present whenever the endpoint's access is `device`. */
  readonly device: DeviceRef;
  readonly input: Input;
  readonly requestId: string;
  readonly ip: string;
  /** What stood in Authorization: Bearer or in access_token; empty for a cookie session. */
  readonly bearer: string;
  /** The hash under which the token or session that was used is stored. */
  readonly sessionHash: string | null;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One operation: its schemas feed the request check, the API document and the tests alike. */
export interface Endpoint<Input = never> {
  /** The operation's name in the interface document. */
  readonly operation: string;
  readonly summary: string;
  readonly family: Family;
  readonly access: Access;
  /** Whether operators of the installation may call it; they have no access to what organisations own. */
  readonly operators?: boolean;
  /** Whether it changes something: decides on viewers' refusals in tests and on the cross-site check. */
  readonly changes: boolean;
  readonly routes: readonly (readonly [method: Method, path: string])[];
  readonly input: Joi.ObjectSchema<Input>;
  /** What it answers, by status. */
  readonly output: Readonly<Record<number, Joi.Schema>>;
  /** What it may refuse, beside what every operation may (401, 403, 406, 413, 422/1103, 429, 500, 503). */
  readonly refusals: readonly ErrorName[];
  /** A check that comes before the input is looked at. @throws AppError */
  readonly authorize?: (request: Pick<EndpointRequest<Input>, 'bearer'>) => void;
  /** Finds the device that asks, from its key and what it says it is, before the input is looked at. @throws AppError */
  readonly admit?: (deps: ApiDeps, bearer: string, raw: RawParameters) => Promise<DeviceRef>;
  handle(request: EndpointRequest<Input>): Promise<Answer>;
}

/** Lets the compiler infer the input type of one endpoint; the list of endpoints then forgets it. */
export function endpoint<Input>(definition: Endpoint<Input>): Endpoint {
  return definition as unknown as Endpoint;
}
