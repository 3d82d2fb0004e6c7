import type { Method } from '../../api/http/endpoint.js';

/** A path outside the operations, and the response to a caller who is not signed in. */
export interface SiteRow {
  readonly method: Method;
  readonly path: string;
  readonly accept: 'text/html' | 'application/json';
  readonly status: number;
  /** The target of a browser's redirect. */
  readonly location?: string;
}

const HTML = 'text/html';
const JSON_TYPE = 'application/json';

/** Pages, probes, the API document and the queue board (docs/http.md#requests). */
export const SITE_ROWS: readonly SiteRow[] = [
  { method: 'GET', path: '/', accept: HTML, status: 303, location: '/console' },
  { method: 'GET', path: '/', accept: JSON_TYPE, status: 404 },
  { method: 'GET', path: '/console', accept: HTML, status: 200 },
  { method: 'GET', path: '/sign_in', accept: HTML, status: 200 },
  // Without a header that names its origin, a request that changes something is not from our own pages.
  { method: 'POST', path: '/sign_in', accept: HTML, status: 403 },
  { method: 'GET', path: '/sso', accept: HTML, status: 200 },
  { method: 'GET', path: '/sso/done', accept: HTML, status: 200 },
  { method: 'GET', path: '/sso/start', accept: HTML, status: 403 },
  { method: 'GET', path: '/sso/1/callback', accept: HTML, status: 401 },
  { method: 'POST', path: '/sso/1/backchannel_logout', accept: JSON_TYPE, status: 400 },
  { method: 'GET', path: '/password', accept: HTML, status: 200 },
  { method: 'POST', path: '/password', accept: HTML, status: 403 },
  { method: 'GET', path: '/email', accept: HTML, status: 200 },
  { method: 'POST', path: '/email', accept: HTML, status: 403 },
  { method: 'GET', path: '/forgotten_password', accept: HTML, status: 200 },
  { method: 'POST', path: '/forgotten_password', accept: HTML, status: 403 },
  { method: 'POST', path: '/sign_out', accept: HTML, status: 403 },
  { method: 'GET', path: '/upgrades', accept: HTML, status: 303, location: '/sign_in' },
  { method: 'POST', path: '/upgrades', accept: HTML, status: 303, location: '/sign_in' },
  { method: 'DELETE', path: '/upgrades/1', accept: HTML, status: 303, location: '/sign_in' },
  { method: 'GET', path: '/openapi.json', accept: JSON_TYPE, status: 200 },
  { method: 'GET', path: '/docs', accept: HTML, status: 200 },
  { method: 'GET', path: '/admin', accept: HTML, status: 303, location: '/sign_in' },
  {
    method: 'GET',
    path: '/admin/queues',
    accept: HTML,
    status: 303,
    location: '/sign_in?next=%2Fadmin%2Fqueues',
  },
  { method: 'GET', path: '/admin/queues', accept: JSON_TYPE, status: 401 },
  { method: 'GET', path: '/livez', accept: JSON_TYPE, status: 200 },
  { method: 'GET', path: '/readyz', accept: JSON_TYPE, status: 200 },
  { method: 'GET', path: '/metrics', accept: JSON_TYPE, status: 200 },
];

export function siteTitle({ method, path, accept }: SiteRow): string {
  return `${method} ${path} is served as ${accept}`;
}
