/** Cuts a stream of bytes into frames. The chunks of a large frame are joined once, when the frame is complete. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;
  #wanted: number;

  /** `sizeOf` reads the size of a whole frame from its header, which begins at `offset`. */
  constructor(
    private readonly headerLength: number,
    private readonly sizeOf: (buffer: Buffer, offset: number) => number,
  ) {
    this.#wanted = headerLength;
  }

  /** Takes a chunk and returns the frames that it completes. Throws what `sizeOf` throws. */
  push(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#wanted) return [];
    const buffer = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#length);
    const frames: Buffer[] = [];
    let offset = 0;
    this.#wanted = this.headerLength;
    while (buffer.length - offset >= this.headerLength) {
      const size = this.sizeOf(buffer, offset);
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
