/** Where a client's cursor stands: the engine's own note of how to go on, handed back with each getMore. */
export interface Cursor {
  readonly database: string;
  readonly continuation: Buffer;
  touched: number;
}

/** MongoDB's cursorTimeoutMillis: a cursor that nobody reads is forgotten. */
const IDLE_LIMIT_MS = 600_000;

/** Open cursors by id. They hold no connection: the engine keeps its own state in files or in the continuation. */
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

  /** Notes where the cursor stands. The continuation is copied: it is a view of a whole page. */
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
