/** The engine's internal error. It also means that another client created or dropped a collection meanwhile. */
export const INTERNAL_ERROR = 'M0000';

/** An error that PostgreSQL answered: the connection is well, the statement is not. */
export class PostgresError extends Error {
  override readonly name = 'PostgresError';

  constructor(
    readonly sqlState: string,
    message: string,
    readonly severity: string,
    /** The index whose uniqueness was violated, by its name in PostgreSQL. */
    readonly constraint: string | undefined,
  ) {
    super(message);
  }

  static of(fields: Map<string, string>): PostgresError {
    return new PostgresError(
      fields.get('C') ?? 'XX000',
      fields.get('M') ?? 'unknown error',
      fields.get('V') ?? 'ERROR',
      fields.get('n'),
    );
  }
}

/** The connection to PostgreSQL is gone (or could not be made): whether the statement ran is unknown. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}
