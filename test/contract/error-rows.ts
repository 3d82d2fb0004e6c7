import type { Reply } from '../fixtures/api.js';

/** One row of the document's errors, and the request that provokes it. */
export interface ErrorRow {
  readonly status: number;
  /** null: the body has no code. */
  readonly code: number | null;
  readonly when: string;
  /** Every key of the body. */
  readonly body: readonly string[];
  /** Where the code stands, if not in error_code. */
  readonly codeIn?: string;
  provoke(): Promise<Reply>;
}

/** The title of a row's test. */
export function errorTitle({ status, code, when }: ErrorRow): string {
  return `Errors, row ${code ?? status} ${when}: is provoked over HTTP`;
}
