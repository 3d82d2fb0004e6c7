import { expect } from 'chai';
import Joi from 'joi';
import { stringify } from 'qs';
import { refusal } from '../../api/fields.js';
import type { Endpoint, Family } from '../../api/endpoint.js';
import type { Reply, TestApi } from './api.js';

export interface Asking {
  readonly token?: string | undefined;
  /** Where the parameters stand; JSON in the body unless told otherwise, the query for GET. */
  readonly as?: 'json' | 'form' | 'query';
  /** Which of the operation's routes, the first unless told otherwise. */
  readonly route?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The route's path with its parameters filled in; the path itself unless given. */
  readonly path?: string;
}

/** What /upgrades answers when it refuses. */
const upgradeRefusal = Joi.object({
  message: Joi.string().required(),
  status: Joi.number().integer().required(),
});

function refusalOf(family: Family): Joi.Schema {
  return family === 'upgrades' || family === 'table' ? upgradeRefusal : refusal;
}

/** Calls an operation over HTTP and fails the test when the answer is not what its endpoint describes. */
export async function ask(
  api: TestApi,
  endpoint: Endpoint,
  input: Readonly<Record<string, unknown>>,
  { token, as, route = 0, headers = {}, path: filled }: Asking = {},
): Promise<Reply> {
  const [method, written] = endpoint.routes[route] ?? ['GET', ''];
  const path = filled ?? written;
  const place = as ?? (method === 'GET' ? 'query' : 'json');
  const form = stringify(input, { arrayFormat: 'brackets' });
  const reply =
    place === 'query'
      ? await api.call(method, `${path}?${form}`, { token, headers })
      : await api.call(method, path, {
          token,
          headers,
          body: place === 'form' ? new URLSearchParams(form) : input,
        });
  expectDescribed(endpoint, reply);
  return reply;
}

/** Fails unless the endpoint's schemas allow the answer: that of its status, else that of refusals. */
export function expectDescribed(
  { operation, family, output }: Endpoint,
  { status, body, text }: Reply,
): void {
  const schema: Joi.Schema = output[status] ?? refusalOf(family);
  const { error } = schema.validate(body, { convert: false, abortEarly: false });
  expect(error?.message, `${operation} ${status}: ${text.slice(0, 500)}`).to.equal(undefined);
}
