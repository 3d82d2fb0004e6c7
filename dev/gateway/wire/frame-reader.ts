import { HEADER_LENGTH, MAX_MESSAGE_LENGTH } from './opcodes.js';

/** Cuts a client's stream of bytes into messages. Chunks of a large message are joined once, when it is whole. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;
  #wanted = HEADER_LENGTH;

  /**
   * Takes a chunk, returns the messages that are now whole. Throws RangeError on a length that no message has:
   * the stream cannot be followed any further.
   */
  push(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#wanted) return [];
    const buffer = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#length);
    const frames: Buffer[] = [];
    let offset = 0;
    this.#wanted = HEADER_LENGTH;
    while (buffer.length - offset >= HEADER_LENGTH) {
      const size = buffer.readInt32LE(offset);
      if (size < HEADER_LENGTH || size > MAX_MESSAGE_LENGTH) throw new RangeError(`message of ${size} bytes`);
      if (buffer.length - offset < size) {
        this.#wanted = size;
        break;
      }
      frames.push(buffer.subarray(offset, offset + size));
      offset += size;
    }
    this.#chunks = offset < buffer.length ? [buffer.subarray(offset)] : [];
    this.#length = buffer.length - offset;
    return frames;
  }
}
