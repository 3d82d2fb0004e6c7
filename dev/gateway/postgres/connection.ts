import { connect, type Socket } from 'node:net';
import {
  cancelMessage,
  executeMessages,
  type Parameter,
  parseMessage,
  readErrorFields,
  readRow,
  simpleQueryMessage,
  startupMessage,
} from './messages.js';
import { MessageReader } from './message-reader.js';
import { ConnectionLost, PostgresError } from './postgres-error.js';

export type Row = (Buffer | null)[];

interface Pending {
  rows: Row[];
  error: PostgresError | undefined;
  onParsed: (() => void) | undefined;
  resolve(rows: Row[]): void;
  reject(error: Error): void;
}

const TAG = {
  authentication: 0x52,
  parseComplete: 0x31,
  backendKey: 0x4b,
  dataRow: 0x44,
  error: 0x45,
  ready: 0x5a,
} as const;

/**
 * One connection to PostgreSQL over its Unix socket. Unlike the pg package it hands results over as the bytes
 * that arrived, so a page of documents is neither turned into text nor copied. Runs one statement at a time.
 */
export class PostgresConnection {
  readonly #socket: Socket;
  readonly #statements = new Map<string, string>();
  #pending: Pending | undefined;
  #processId = 0;
  #secretKey = Buffer.alloc(0);
  #lost: ConnectionLost | undefined;
  #cancelling: Promise<unknown> | undefined;

  private constructor(
    private readonly socketPath: string,
    settings: Record<string, string>,
    pending: Pending,
  ) {
    this.#pending = pending;
    this.#socket = connect(socketPath);
    this.#socket.write(startupMessage({ ...settings, client_encoding: 'UTF8' }));
    const reader = new MessageReader((tag, body) => {
      this.#onMessage(tag, body);
    });
    this.#socket.on('data', (chunk) => {
      reader.push(chunk);
    });
    this.#socket.on('error', (error) => {
      this.#onLost(error.message);
    });
    this.#socket.on('close', () => {
      this.#onLost('closed by the server');
    });
  }

  /** Opens a connection. Throws PostgresError when refused and ConnectionLost when nobody listens. */
  static async open(socketPath: string, settings: Record<string, string>): Promise<PostgresConnection> {
    let connection: PostgresConnection | undefined;
    await new Promise<Row[]>((resolve, reject) => {
      connection = new PostgresConnection(socketPath, settings, {
        rows: [],
        error: undefined,
        onParsed: undefined,
        resolve,
        reject,
      });
    }).catch((error: unknown) => {
      connection?.close();
      throw error;
    });
    if (!connection) throw new ConnectionLost('not opened');
    return connection;
  }

  get usable(): boolean {
    return this.#lost === undefined;
  }

  /** Runs a statement with parameters; its text is parsed once a connection. Rows come as raw columns. */
  query(sql: string, parameters: readonly Parameter[]): Promise<Row[]> {
    const known = this.#statements.get(sql);
    const name = known ?? `s${this.#statements.size}`;
    const execution = executeMessages(name, parameters);
    if (known !== undefined) return this.#send(execution);
    return this.#send([parseMessage(name, sql), ...execution], () => this.#statements.set(sql, name));
  }

  /** Runs a statement without parameters, such as BEGIN. */
  async execute(sql: string): Promise<void> {
    await this.#send([simpleQueryMessage(sql)]);
  }

  /**
   * Asks the server to stop the statement that runs now, which then fails with 57014. The next statement waits
   * until the request is delivered: it must not hit somebody else's.
   */
  cancel(): void {
    if (!this.#pending || this.#processId === 0) return;
    const socket = connect(this.socketPath);
    this.#cancelling = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    socket.resume();
    socket.end(cancelMessage(this.#processId, this.#secretKey));
  }

  close(): void {
    this.#socket.destroy();
  }

  async #send(buffers: Buffer[], onParsed?: () => void): Promise<Row[]> {
    if (this.#cancelling) {
      await this.#cancelling;
      this.#cancelling = undefined;
    }
    return this.#sendNow(buffers, onParsed);
  }

  #sendNow(buffers: Buffer[], onParsed?: () => void): Promise<Row[]> {
    if (this.#lost) return Promise.reject(this.#lost);
    if (this.#pending) return Promise.reject(new Error('A statement is already running on this connection'));
    return new Promise((resolve, reject) => {
      this.#pending = { rows: [], error: undefined, onParsed, resolve, reject };
      this.#socket.cork();
      for (const buffer of buffers) this.#socket.write(buffer);
      this.#socket.uncork();
    });
  }

  #onMessage(tag: number, body: Buffer): void {
    const pending = this.#pending;
    switch (tag) {
      case TAG.dataRow:
        pending?.rows.push(readRow(body));
        break;
      case TAG.parseComplete:
        pending?.onParsed?.();
        break;
      case TAG.error:
        this.#onError(PostgresError.of(readErrorFields(body)), pending);
        break;
      case TAG.backendKey:
        this.#processId = body.readInt32BE(0);
        this.#secretKey = Buffer.from(body.subarray(4));
        break;
      case TAG.authentication:
        if (body.readInt32BE(0) !== 0) this.#onLost('PostgreSQL asks for a password');
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
