import type { TestApp } from '../fixtures/second-factor.js';
import type { CallOptions } from '../fixtures/api.js';
import type { PlanFixture } from './plan-fixture.js';

/** A request that makes an operation run all of its queries. */
export interface PlannedRequest {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly options?: CallOptions;
}

/** The fixture, and the cookies of a browser in which a user has just signed in. */
export interface SignedIn extends PlanFixture {
  readonly cookies: string;
  /** The authenticator app of that user. */
  readonly app: TestApp;
  /** Another sign-in of that user, which awaits a code. */
  readonly secondStep: { readonly challenge: string; readonly cookies: string };
  /** A browser session of the admin. */
  readonly sessionId: string;
}

/** The cursor of a sorted list: after a place in the order of `sort`. */
export function sortedCursor(sort: string, value: string | number, id: number | string): string {
  return Buffer.from(JSON.stringify(['s1', sort, value, id])).toString('base64url');
}
