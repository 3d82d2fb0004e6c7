import type { InjectedService } from './injected-service.js';

/** What one request carries. */
export interface Request {
  readonly input: Readonly<Record<string, unknown>>;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that succeeds when nothing fails. */
export interface InjectedRow {
  readonly operation: string;
  readonly by: string;
  /** Made anew for each error, with records of its own. */
  readonly request: (service: InjectedService) => Promise<Request>;
  /** Whether the queries that identify the caller belong to it; the other rows remember their caller. */
  readonly identifies?: boolean;
}
