/** The engine's internal error. It also means that another client created or dropped a collection meanwhile. */
export const INTERNAL_ERROR = 'M0000';

/** An error with which PostgreSQL answers a statement. The connection remains usable. */
export class PostgresError extends Error {
  override readonly name = 'PostgresError';

  constructor(
    readonly sqlState: string,
    message: string,
    readonly severity: string,
    /** PostgreSQL's name of the unique index that was violated. */
    readonly constraint: string | undefined,
  ) {
    super(message);
  }

  /** Reads an ErrorResponse: fields of a letter and a text, each ended by a zero byte. */
  static read(body: Buffer): PostgresError {
    const fields = new Map(
      body
        .toString()
        .split('\0')
        .map((field) => [field.slice(0, 1), field.slice(1)]),
    );
    return new PostgresError(
      fields.get('C') ?? 'XX000',
      fields.get('M') ?? 'unknown error',
      fields.get('V') ?? 'ERROR',
      fields.get('n'),
    );
  }
}

/** The connection to PostgreSQL broke or could not be made. Whether a running statement took effect is unknown. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}
