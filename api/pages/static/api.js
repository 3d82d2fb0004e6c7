let isLeaving = false;

/**
 * Navigates to the sign-in page, once: repeated navigations of concurrent requests would cancel each other.
 */
function signInAgain() {
  if (!isLeaving) location.assign(`/sign_in?next=${encodeURIComponent(location.pathname)}`);
  isLeaving = true;
}

/** A refusal of the service with its message. */
export class Refusal extends Error {}

/**
 * @typedef {{ status: number, body: Record<string, unknown> }} Answer
 */

/**
 * @param {string} path
 * @param {URLSearchParams} [query]
 * @param {AbortSignal} [signal]
 */
export async function getJson(path, query, signal) {
  const suffix = query === undefined ? '' : `?${query}`;
  const { body } = await ask(`${path}${suffix}`, { ...(signal && { signal }) });
  return body;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [content]
 */
export async function sendJson(method, path, content) {
  const { body } = await ask(path, {
    method,
    ...(content === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(content) }),
  });
  return body;
}

/**
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<Answer>}
 */
async function ask(path, options) {
  const headers = new Headers(options.headers);
  headers.set('Accept', 'application/json');
  const response = await fetch(path, { ...options, headers }).catch((error) => {
    if (error instanceof DOMException) throw error;
    throw new Refusal('The service cannot be reached.');
  });
  if (response.status === 401) {
    signInAgain();
    throw new Refusal('Your session has ended.');
  }
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(String(body.message ?? body.error ?? `Refused (${response.status})`));
  return { status: response.status, body };
}
