const HEADER = 5;

/**
 * Cuts a stream of bytes into PostgreSQL's messages. Chunks of one large message are joined once, when its last
 * byte has come.
 */
export class MessageReader {
  #chunks: Buffer[] = [];
  #length = 0;
  #wanted = HEADER;

  constructor(private readonly onMessage: (tag: number, body: Buffer) => void) {}

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#wanted) return;
    const buffer = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#length);
    let offset = 0;
    this.#wanted = HEADER;
    while (buffer.length - offset >= HEADER) {
      const size = buffer.readInt32BE(offset + 1) + 1;
      if (buffer.length - offset < size) {
        this.#wanted = size;
        break;
      }
      this.onMessage(buffer[offset] ?? 0, buffer.subarray(offset + HEADER, offset + size));
      offset += size;
    }
    this.#chunks = offset < buffer.length ? [buffer.subarray(offset)] : [];
    this.#length = buffer.length - offset;
  }
}
