import { connect, type Socket } from 'node:net';
import { serialize } from 'pg-protocol';
import { FrameReader } from '../frame-reader.js';
import { ConnectionLost, PostgresError } from './postgres-error.js';

/** A parameter of a statement: text, or bytes in PostgreSQL's binary format, as BSON is. */
export type Parameter = string | Buffer | null;

/** The columns of a result in PostgreSQL's binary format. They are views of the bytes that arrived. */
export type Row = (Buffer | null)[];

interface Pending {
  readonly rows: Row[];
  error?: PostgresError;
  onParsed?: (() => void) | undefined;
  resolve(rows: Row[]): void;
  reject(error: Error): void;
}

/** The messages of the server that matter here, by their first byte. */
const TAG = {
  authentication: 0x52,
  parseComplete: 0x31,
  backendKey: 0x4b,
  dataRow: 0x44,
  error: 0x45,
  ready: 0x5a,
} as const;

/** A tag of one byte and a length that counts itself. */
const HEADER_LENGTH = 5;

function readRow(message: Buffer): Row {
  const columns: Row = [];
  let offset = HEADER_LENGTH + 2;
  for (let left = message.readInt16BE(HEADER_LENGTH); left > 0; left--) {
    const length = message.readInt32BE(offset);
    offset += 4;
    columns.push(length < 0 ? null : message.subarray(offset, offset + length));
    if (length > 0) offset += length;
  }
  return columns;
}

/**
 * One connection to PostgreSQL over its Unix socket, for one statement at a time. pg-protocol writes the messages;
 * they are read here because it decodes every column as text, which BSON does not survive.
 */
export class PostgresConnection {
  readonly #socket: Socket;
  readonly #statements = new Map<string, string>();
  #pending: Pending | undefined;
  #processId = 0;
  #secretKey = 0;
  #lost: ConnectionLost | undefined;
  #cancelling: Promise<unknown> | undefined;

  private constructor(
    private readonly socketPath: string,
    settings: Record<string, string>,
    pending: Pending,
  ) {
    this.#pending = pending;
    this.#socket = connect(socketPath);
    this.#socket.write(serialize.startup(settings));
    const reader = new FrameReader(HEADER_LENGTH, (buffer, offset) => buffer.readInt32BE(offset + 1) + 1);
    this.#socket.on('data', (chunk) => {
      for (const message of reader.push(chunk)) this.#onMessage(message);
    });
    this.#socket.on('error', (error) => {
      this.#onLost(error.message);
    });
    this.#socket.on('close', () => {
      this.#onLost('closed by the server');
    });
  }

  /** Opens a connection. Throws ConnectionLost when the server refuses it or does not listen. */
  static open(socketPath: string, settings: Record<string, string>): Promise<PostgresConnection> {
    return new Promise((resolve, reject) => {
      const connection: PostgresConnection = new PostgresConnection(socketPath, settings, {
        rows: [],
        resolve: () => {
          resolve(connection);
        },
        reject,
      });
    });
  }

  get usable(): boolean {
    return this.#lost === undefined;
  }

  /** Runs a statement with parameters. Each connection parses the text of a statement once. */
  query(sql: string, values: readonly Parameter[]): Promise<Row[]> {
    const known = this.#statements.get(sql);
    const statement = known ?? `s${this.#statements.size}`;
    const execution = [
      serialize.bind({ statement, values: [...values], binary: true }),
      serialize.execute(),
      serialize.sync(),
    ];
    if (known !== undefined) return this.#send(execution);
    const parse = serialize.parse({ name: statement, text: sql });
    return this.#send([parse, ...execution], () => this.#statements.set(sql, statement));
  }

  /** Runs statements without parameters, such as BEGIN. */
  async execute(sql: string): Promise<void> {
    await this.#send([serialize.query(sql)]);
  }

  /** Stops the statement that is running, which then fails with 57014. */
  cancel(): void {
    if (!this.#pending || this.#processId === 0) return;
    const socket = connect(this.socketPath);
    this.#cancelling = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    socket.resume();
    socket.end(serialize.cancel(this.#processId, this.#secretKey));
  }

  close(): void {
    this.#socket.destroy();
  }

  async #send(messages: readonly Buffer[], onParsed?: () => void): Promise<Row[]> {
    // A cancellation that is still under way would stop this statement instead of the one that it is meant for.
    if (this.#cancelling) {
      await this.#cancelling;
      this.#cancelling = undefined;
    }
    if (this.#lost) throw this.#lost;
    if (this.#pending) throw new Error('A statement is already running on this connection');
    return new Promise((resolve, reject) => {
      this.#pending = { rows: [], onParsed, resolve, reject };
      this.#socket.cork();
      for (const message of messages) this.#socket.write(message);
      this.#socket.uncork();
    });
  }

  #onMessage(message: Buffer): void {
    const pending = this.#pending;
    switch (message[0]) {
      case TAG.dataRow:
        pending?.rows.push(readRow(message));
        break;
      case TAG.parseComplete:
        pending?.onParsed?.();
        break;
      case TAG.error:
        this.#onError(PostgresError.read(message.subarray(HEADER_LENGTH)), pending);
        break;
      case TAG.backendKey:
        this.#processId = message.readInt32BE(HEADER_LENGTH);
        this.#secretKey = message.readInt32BE(HEADER_LENGTH + 4);
        break;
      case TAG.authentication:
        if (message.readInt32BE(HEADER_LENGTH) !== 0) this.#onLost('PostgreSQL asks for a password');
        break;
      case TAG.ready:
        this.#pending = undefined;
        if (pending?.error) pending.reject(pending.error);
        else pending?.resolve(pending.rows);
        break;
      default:
    }
  }

  #onError(error: PostgresError, pending: Pending | undefined): void {
    if (pending && this.#processId !== 0 && error.severity === 'ERROR') pending.error ??= error;
    else this.#onLost(error.message);
  }

  #onLost(reason: string): void {
    if (this.#lost) return;
    this.#lost = new ConnectionLost(`The connection to PostgreSQL is lost: ${reason}`);
    this.#socket.destroy();
    this.#pending?.reject(this.#lost);
    this.#pending = undefined;
  }
}
