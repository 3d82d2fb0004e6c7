import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { readEnvelope, readFrame, type Frame, type FrameFault } from '../../shared/ucentral/domain/frame.js';

const MAX_INFLATED = 4 * 1024 * 1024;
const inflateAsync = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate);

/** A message of a device. Compressed parameters beyond 4 MiB are not inflated. */
export async function readMessage(text: string): Promise<Frame | FrameFault | 'too_large'> {
  const envelope = readEnvelope(text);
  if (typeof envelope === 'string') return envelope;
  if (envelope.compressed === null) return readFrame(envelope);
  try {
    const compressed = Buffer.from(envelope.compressed, 'base64');
    const inflated = await inflateAsync(compressed, { maxOutputLength: MAX_INFLATED });
    return readFrame(envelope, inflated.toString('utf8'));
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    return isTooLarge ? 'too_large' : 'malformed';
  }
}
