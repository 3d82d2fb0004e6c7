import { HEADER_LENGTH, OPCODE } from './opcodes.js';
import type { Command } from './command.js';

let nextRequestId = 1;

function writeHeader(head: Buffer, length: number, responseTo: number, opcode: number): void {
  head.writeInt32LE(length, 0);
  head.writeInt32LE(nextRequestId, 4);
  head.writeInt32LE(responseTo, 8);
  head.writeInt32LE(opcode, 12);
  nextRequestId = nextRequestId >= 0x7fffffff ? 1 : nextRequestId + 1;
}

/** The header of the reply to `command`, to be followed by a BSON document of `length` bytes. */
export function replyHead(command: Command, length: number): Buffer {
  const head = Buffer.alloc(HEADER_LENGTH + (command.legacy ? 20 : 5));
  const opcode = command.legacy ? OPCODE.reply : OPCODE.message;
  writeHeader(head, head.length + length, command.requestId, opcode);
  // OP_REPLY: flags, cursor id and starting offset are zero; one document is returned.
  if (command.legacy) head.writeInt32LE(1, HEADER_LENGTH + 16);
  return head;
}

const TIME_NAME = Buffer.from('\x11operationTime\0');

/**
 * Adds `operationTime` to a BSON document and returns the result in two parts, without copying the document. Clients
 * send the time back in causally consistent reads, which every read of a single server is.
 */
export function withOperationTime(document: Buffer): [Buffer, Buffer] {
  const time = Buffer.alloc(TIME_NAME.length + 9);
  TIME_NAME.copy(time);
  time.writeUInt32LE(Math.floor(Date.now() / 1_000), TIME_NAME.length + 4);
  time.writeUInt32LE(1, TIME_NAME.length);
  document.writeInt32LE(document.length - 1 + time.length);
  return [document.subarray(0, -1), time];
}
