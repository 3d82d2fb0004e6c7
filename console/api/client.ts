import { QueryClient, MutationCache } from '@tanstack/react-query';
import createClient, { type Middleware } from 'openapi-fetch';
import createHooks from 'openapi-react-query';
import { readError, toApiError } from './api-error';
import { conditionalReads } from './conditional-reads';
import type { paths } from './schema';
import { fetchWithSession } from './session-gate';

const KEY_BYTES = 16;

/** Repetitions of a request, such as the one after a renewed session, change nothing again. */
const idempotencyKeys: Middleware = {
  onRequest({ request }) {
    if (request.method === 'GET') return undefined;
    const bytes = [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))];
    request.headers.set('Idempotency-Key', bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(''));
    return request;
  },
};

const refusals: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw await readError(response);
  },
};

/** Calls the operations of the API document. A refusal is thrown as an ApiError. */
export const client = createClient<paths>({ baseUrl: location.origin, fetch: fetchWithSession });
// Responses pass the middlewares from the last to the first.
client.use(refusals, idempotencyKeys, conditionalReads());

/** The hooks of TanStack Query for the operations of the API document. */
export const api = createHooks(client);

/**
 * A change may show in any list, so each one reads again what the page shows, unless its meta has `changesNothing`; so does
 * one that was refused because the record has another revision.
 */
export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({
    onSuccess: (_data, _variables, _context, { meta }) =>
      meta?.['changesNothing'] === true ? undefined : queryClient.invalidateQueries(),
    onError: (error) => {
      if (toApiError(error).status === 412) void queryClient.invalidateQueries();
    },
  }),
  defaultOptions: { queries: { retry: false, staleTime: 1000 } },
});
