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
}

/** The cursor of a sorted list: after a place in the order of `sort`. */
export function sortedCursor(sort: string, value: string | number, id: number | string): string {
  return Buffer.from(JSON.stringify(['s1', sort, value, id])).toString('base64url');
}
