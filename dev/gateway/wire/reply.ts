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

/** The head of the reply to `command`; `document`, a whole BSON document, is to follow it unchanged. */
export function replyHead(command: Command, document: Buffer): Buffer {
  const head = Buffer.alloc(HEADER_LENGTH + (command.legacy ? 20 : 5));
  const opcode = command.legacy ? OPCODE.reply : OPCODE.message;
  writeHeader(head, head.length + document.length, command.requestId, opcode);
  // OP_REPLY: flags, cursor id and starting point are zero, one document is returned.
  if (command.legacy) head.writeInt32LE(1, HEADER_LENGTH + 16);
  return head;
}
