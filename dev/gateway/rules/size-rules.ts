import { CODE } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import type { Command } from '../wire/command.js';

/** MongoDB's limit of a document, and what a command around a document may have on top of it. */
const MAX_SIZE = 16 * 1024 * 1024 + 16 * 1024;

function check(size: number): void {
  if (size <= MAX_SIZE) return;
  const message = `BSONObj size: ${size} is invalid. Size must be between 0 and ${MAX_SIZE}`;
  throw new CommandError(CODE.tooLarge, message);
}

/** Throws CommandError when the command, or a document in one of its sequences, is larger than MongoDB takes. */
export function checkSizes({ body, sequences }: Command): void {
  check(body.length);
  for (const sequence of sequences.values()) {
    for (let offset = 0; offset < sequence.length; offset += sequence.readInt32LE(offset)) {
      check(sequence.readInt32LE(offset));
    }
  }
}
