import type { Reply } from '../fixtures/api.js';

/** One row of the document's errors, and a request that causes it. */
export interface ErrorRow {
  readonly status: number;
  /** null if the body has no code. */
  readonly code: number | null;
  readonly when: string;
  /** All keys of the body. */
  readonly body: readonly string[];
  /** The key of the code, if not error_code. */
  readonly codeIn?: string;
  provoke(): Promise<Reply>;
}

export function errorTitle({ status, code, when }: ErrorRow): string {
  return `${code ?? status}: ${when}`;
}
