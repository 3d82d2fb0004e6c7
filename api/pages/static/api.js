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

/** @param {string} path @param {URLSearchParams} query */
export function getJson(path, query) {
  return ask(`${path}?${query}`, {});
}

/** @param {string} path @param {unknown} content */
export function postJson(path, content) {
  const headers = { 'Content-Type': 'application/json' };
  return ask(path, { method: 'POST', headers, body: JSON.stringify(content) });
}

/**
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<Record<string, unknown>>}
 */
async function ask(path, options) {
  const headers = new Headers(options.headers);
  headers.set('Accept', 'application/json');
  const response = await fetch(path, { ...options, headers }).catch(() => {
    throw new Refusal('The service cannot be reached.');
  });
  if (response.status === 401) {
    signInAgain();
    throw new Refusal('Your session has ended.');
  }
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(String(body.message ?? body.error ?? `Refused (${response.status})`));
  return body;
}
