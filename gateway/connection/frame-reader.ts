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
  mayBeDropped,
  spend,
  type FrameBudget,
} from '../../shared/ucentral/domain/frame-budget.js';

/** Messages that wait to be read; a device that sends more than this at once is cut off. */
const MAX_UNREAD = 200;
const MAX_INFLATED = 4 * 1024 * 1024;
const inflateAsync = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate);

/** Why a message is not taken. */
type Refusal = FrameFault | 'too_large' | 'other_serial' | 'dropped';

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
    if (this.unread >= MAX_UNREAD) {
      this.user.fail('overflow', null);
      return;
    }
    this.unread += 1;
    const text = data.toString('utf8');
    this.reading = this.reading
      .then(() => this.read(text))
      .catch((error: unknown) => {
        this.user.fail('store', error);
      })
      .finally(() => {
        this.unread -= 1;
      });
  }

  private async read(text: string): Promise<void> {
    const frame = await this.frameOf(text);
    this.user.count(typeof frame === 'string' ? frame : 'taken');
    if (typeof frame !== 'string') await this.user.take(frame);
  }

  /** A message beyond the budget is not inflated, unless it may be one that must not get lost. */
  private async frameOf(text: string): Promise<Frame | Refusal> {
    const { budget, fits } = spend(this.budget, this.now());
    this.budget = budget;
    const envelope = readEnvelope(text);
    if (typeof envelope === 'string') return envelope;
    if (!fits && mayBeDropped(envelope)) return 'dropped';
    const frame = await inflated(envelope);
    if (typeof frame === 'string') return frame;
    if (!isSerialOf(this.macId, frame.serial)) return 'other_serial';
    return fits || isNeverDropped(frame) ? frame : 'dropped';
  }
}

/** Compressed parameters beyond 4 MiB are not inflated. */
async function inflated(envelope: Envelope): Promise<Frame | FrameFault | 'too_large'> {
  if (envelope.compressed === null) return readFrame(envelope);
  try {
    const compressed = Buffer.from(envelope.compressed, 'base64');
    const content = await inflateAsync(compressed, { maxOutputLength: MAX_INFLATED });
    return readFrame(envelope, content.toString('utf8'));
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    return isTooLarge ? 'too_large' : 'malformed';
  }
}
