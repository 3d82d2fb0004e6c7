import type { FileHandle } from 'node:fs/promises';
import { endOfValue, skipSpace } from '../domain/json-bytes.js';
import { UnreadableFleet } from './unreadable-fleet.js';

const READ_BYTES = 256 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;

/** Reads a range of a file forward, through a window that keeps what has not been taken yet. */
export class ByteWindow {
  bytes: Buffer = Buffer.allocUnsafe(2 * READ_BYTES);
  /** What is not taken yet: bytes[from] up to, not including, bytes[to]. */
  from = 0;
  to = 0;

  /** @param end where to stop in the file; its end when left out */
  constructor(
    private readonly file: FileHandle,
    private position: number,
    private readonly end = Number.POSITIVE_INFINITY,
  ) {}

  /** Where in the file the first byte that is not taken stands. */
  get offset(): number {
    return this.position - (this.to - this.from);
  }

  /**
   * Reads more behind what is there; false at the end. What is not taken may move within the window.
   * @throws UnreadableFleet when more than 16 MiB are waiting to be taken: no record is that large
   */
  async more(): Promise<boolean> {
    this.makeRoom();
    const length = Math.min(this.bytes.length - this.to, READ_BYTES, this.end - this.position);
    if (length === 0) return false;
    const { bytesRead } = await this.file.read(this.bytes, this.to, length, this.position);
    this.position += bytesRead;
    this.to += bytesRead;
    return bytesRead > 0;
  }

  /** The next byte that is no white space; it is not taken. Null at the end. */
  async peek(): Promise<number | null> {
    for (;;) {
      this.from = skipSpace(this.bytes, this.from, this.to);
      if (this.from < this.to) return this.bytes[this.from] ?? null;
      if (!(await this.more())) return null;
    }
  }

  /** Takes the next byte if it is this one. */
  async takes(byte: number): Promise<boolean> {
    if ((await this.peek()) !== byte) return false;
    this.from += 1;
    return true;
  }

  /** @throws UnreadableFleet when the next byte is another; `where` says where it is expected */
  async expect(byte: number, where: string): Promise<void> {
    if (!(await this.takes(byte))) throw this.notJson(`"${String.fromCharCode(byte)}" is expected ${where}`);
  }

  /**
   * The next value as it is written, taken.
   * @throws UnreadableFleet when none begins here, or the file ends in it
   */
  async takeValue(): Promise<string> {
    await this.peek();
    for (;;) {
      const end = endOfValue(this.bytes, this.from, this.to);
      if (end === this.from) throw this.notJson('a value is expected');
      if (end > 0) {
        const text = this.bytes.toString('utf8', this.from, end);
        this.from = end;
        return text;
      }
      if (!(await this.more())) throw this.notJson('the file ends in the middle');
    }
  }

  notJson(problem: string): UnreadableFleet {
    return new UnreadableFleet(`The file is not JSON: ${problem} (at byte ${this.offset})`);
  }

  private makeRoom(): void {
    const kept = this.to - this.from;
    if (kept > MAX_BYTES) throw new UnreadableFleet(`A value is larger than 16 MiB (at byte ${this.offset})`);
    if (this.bytes.length - this.to >= READ_BYTES) return;
    const isFull = kept + READ_BYTES > this.bytes.length;
    const room = isFull ? Buffer.allocUnsafe(this.bytes.length * 2) : this.bytes;
    this.bytes.copy(room, 0, this.from, this.to);
    this.bytes = room;
    this.from = 0;
    this.to = kept;
  }
}
