/** A client's cursor. The engine returns a continuation with each page and takes it with the next getMore. */
export interface Cursor {
  readonly database: string;
  readonly continuation: Buffer;
  touched: number;
}

/** MongoDB's cursorTimeoutMillis, after which an idle cursor is closed. */
const IDLE_LIMIT_MS = 600_000;

/** Open cursors by id. They hold no connection: their state is in the engine's files or in the continuation. */
export class Cursors {
  readonly #open = new Map<bigint, Cursor>();
  readonly #sweep: NodeJS.Timeout;

  constructor() {
    this.#sweep = setInterval(() => {
      const limit = Date.now() - IDLE_LIMIT_MS;
      for (const [id, cursor] of this.#open) if (cursor.touched < limit) this.#open.delete(id);
    }, 30_000).unref();
  }

  get(id: bigint): Cursor | undefined {
    return this.#open.get(id);
  }

  /** Stores the continuation. Copies it, because it is a view of a whole page. */
  set(id: bigint, database: string, continuation: Buffer): void {
    this.#open.set(id, { database, continuation: Buffer.from(continuation), touched: Date.now() });
  }

  delete(id: bigint): boolean {
    return this.#open.delete(id);
  }

  close(): void {
    clearInterval(this.#sweep);
    this.#open.clear();
  }
}
