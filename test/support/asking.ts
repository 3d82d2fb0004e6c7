import { stringify } from 'qs';
import type { Endpoint } from '../../api/endpoint.js';
import type { Client, Reply } from './api.js';

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

/** Calls an operation over HTTP, by one of its routes and with its parameters where they are wanted. */
export function ask(
  api: Client,
  endpoint: Endpoint,
  input: Readonly<Record<string, unknown>>,
  { token, as, route = 0, headers = {}, path: filled }: Asking = {},
): Promise<Reply> {
  const [method, written] = endpoint.routes[route] ?? ['GET', ''];
  const path = filled ?? written;
  const place = as ?? (method === 'GET' ? 'query' : 'json');
  const form = stringify(input, { arrayFormat: 'brackets' });
  return place === 'query'
    ? api.call(method, `${path}?${form}`, { token, headers })
    : api.call(method, path, {
        token,
        headers,
        body: place === 'form' ? new URLSearchParams(form) : input,
      });
}

/**
 * The same by a route that may have an id in its path, which the input's `id` then fills.
 * @returns null when the route needs an id that the input lacks
 */
export async function askById(
  api: Client,
  endpoint: Endpoint,
  { id, ...others }: Readonly<Record<string, unknown>>,
  { token, route = 0 }: Pick<Asking, 'token' | 'route'>,
): Promise<Reply | null> {
  const [, written = ''] = endpoint.routes[route] ?? [];
  const hasId = written.includes(':id');
  if (hasId && id === undefined) return null;
  const path = written.replace(':id', String(id)).replace('{.json}', '.json');
  return ask(api, endpoint, hasId || id === undefined ? others : { id, ...others }, { token, route, path });
}
