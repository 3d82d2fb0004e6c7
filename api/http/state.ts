import type { Caller, Principal } from '../../shared/access/domain/access.js';
import type { Endpoint } from './endpoint.js';

/** What the middlewares of one request know together. */
export interface ApiState {
  requestId: string;
  endpoint?: Endpoint;
  principal?: Principal;
  /** The principal, unless it is an operator of the installation. */
  caller?: Caller;
  /** The body as it came, unless it was left unread. */
  body?: Buffer;
  bearer: string;
  sessionHash: string | null;
  /** Set for requests of pages: shows a person why the page was refused. */
  errorPage?: (message: string) => string;
}
