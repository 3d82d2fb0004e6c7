import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { RawData } from 'ws';
import { isSerialOf } from '../../shared/ucentral/domain/client-name.js';
import {
  readEnvelope,
  readFrame,
  type Envelope,
  type Frame,
  type FrameFault,
} from '../../shared/ucentral/domain/frame.js';
import {
  fullBudget,
  isNeverDropped,
  LENGTH_OF_ONE,
  mayBeDropped,
  spend,
  spendInflated,
  type FrameBudget,
} from '../../shared/ucentral/domain/frame-budget.js';

/** Messages that wait to be read, and their bytes; a device that sends more than this at once is cut off. */
const MAX_UNREAD = 200;
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;
const MAX_INFLATED = 4 * 1024 * 1024;
const inflateAsync = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate);

/** Why a message is not taken. */
type Refusal = FrameFault | 'other_serial' | 'dropped';

/** What becomes of the messages of a device. */
export interface FrameUser {
  /** Takes a message; the next one is read when it has. */
  take(frame: Frame): Promise<void>;
  /** Counts a message, by what became of it. */
  count(outcome: Refusal | 'taken'): void;
  /** The device has sent too much, or a message could not be taken. */
  fail(reason: 'overflow' | 'store', error: unknown): void;
}

/** Reads the messages of a device one after the other, also those that have to be inflated, within its budget. */
export class FrameReader {
  private budget: FrameBudget;
  private reading: Promise<void> = Promise.resolve();
  private unread = 0;
  private unreadBytes = 0;

  constructor(
    private readonly macId: string,
    private readonly user: FrameUser,
    private readonly now: () => number = Date.now,
  ) {
    this.budget = fullBudget(now());
  }

  receive(data: RawData, isBinary: boolean): void {
    if (isBinary || !Buffer.isBuffer(data)) {
      this.user.count('malformed');
      return;
    }
    const bytes = data.length;
    if (this.unread >= MAX_UNREAD || this.unreadBytes + bytes > MAX_UNREAD_BYTES) {
      this.user.fail('overflow', null);
      return;
    }
    this.unread += 1;
    this.unreadBytes += bytes;
    const text = data.toString('utf8');
    this.reading = this.reading
      .then(() => this.read(text))
      .catch((error: unknown) => {
        this.user.fail('store', error);
      })
      .finally(() => {
        this.unread -= 1;
        this.unreadBytes -= bytes;
      });
  }

  private async read(text: string): Promise<void> {
    const frame = await this.frameOf(text);
    this.user.count(typeof frame === 'string' ? frame : 'taken');
    if (typeof frame !== 'string') await this.user.take(frame);
  }

  /** Of messages beyond the budget only those are read that may not get lost, which are short. */
  private async frameOf(text: string): Promise<Frame | Refusal> {
    const { budget, fits } = spend(this.budget, text.length, this.now());
    this.budget = budget;
    if (!fits && text.length > LENGTH_OF_ONE) return 'dropped';
    const envelope = readEnvelope(text);
    if (typeof envelope === 'string') return envelope;
    if (!fits && mayBeDropped(envelope)) return 'dropped';
    const frame = await this.inflated(envelope);
    if (typeof frame === 'string') return frame;
    if (!isSerialOf(this.macId, frame.serial)) return 'other_serial';
    return fits || isNeverDropped(frame) ? frame : 'dropped';
  }

  /** Compressed parameters beyond 4 MiB are not inflated. */
  private async inflated(envelope: Envelope): Promise<Frame | FrameFault> {
    const { compressed, length } = envelope;
    if (compressed === null) return readFrame(envelope);
    const content = await inflateAsync(Buffer.from(compressed, 'base64'), {
      maxOutputLength: MAX_INFLATED,
    }).catch((error: unknown) => (error instanceof RangeError ? 'too_large' : 'malformed'));
    if (typeof content === 'string') return content;
    this.budget = spendInflated(this.budget, length, content.length);
    return readFrame(envelope, content.toString('utf8'));
  }
}
