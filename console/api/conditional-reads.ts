import type { Middleware } from 'openapi-fetch';

const MAX_KEPT = 200;

/** A revision: the same one stays while heartbeats change what a page of a record shows. */
const REVISION = /^"\d+"$/;

interface KeptAnswer {
  readonly etag: string;
  readonly text: string;
}

/**
 * Sends the ETag of the last answer with each read, except a revision, and puts that answer in the place of a 304. The service forbids
 * the browser to store answers, so they are kept in memory only.
 */
export function conditionalReads(): Middleware {
  const kept = new Map<string, KeptAnswer>();
  return {
    onRequest({ request }) {
      const etag = request.method === 'GET' ? kept.get(request.url)?.etag : undefined;
      if (etag !== undefined) request.headers.set('If-None-Match', etag);
      return request;
    },
    async onResponse({ request, response }) {
      const last = kept.get(request.url);
      if (response.status === 304 && last) return new Response(last.text, { headers: response.headers });
      const etag = response.headers.get('ETag');
      if (request.method !== 'GET' || !response.ok || etag === null || REVISION.test(etag)) return undefined;
      const text = await response.clone().text();
      kept.delete(request.url);
      kept.set(request.url, { etag, text });
      for (const oldest of kept.keys()) {
        if (kept.size <= MAX_KEPT) break;
        kept.delete(oldest);
      }
      return undefined;
    },
  };
}
