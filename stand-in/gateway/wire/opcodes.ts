/** The parts of MongoDB's wire protocol that this gateway speaks. */
export const OPCODE = { reply: 1, query: 2004, message: 2013 } as const;

export const MESSAGE_FLAG = { checksumPresent: 1, moreToCome: 2 } as const;

export const HEADER_LENGTH = 16;

/** The largest message, as announced in the answer to hello. */
export const MAX_MESSAGE_LENGTH = 48_000_000;

/** The size of the message whose header begins at `offset`. Throws RangeError on a size that no message has. */
export function sizeOfMessage(buffer: Buffer, offset: number): number {
  const size = buffer.readInt32LE(offset);
  if (size < HEADER_LENGTH || size > MAX_MESSAGE_LENGTH) throw new RangeError(`message of ${size} bytes`);
  return size;
}
