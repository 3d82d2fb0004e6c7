import type { CallOptions } from '../fixtures/api.js';

/** A request that makes an operation run all of its queries. */
export interface PlannedRequest {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly options?: CallOptions;
}
