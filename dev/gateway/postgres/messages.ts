/** The few messages of PostgreSQL's frontend/backend protocol, version 3, that the gateway speaks. */

/** A parameter of a statement: text, or bytes as they are (BSON). */
export type Parameter = string | Buffer | null;

const PROTOCOL_VERSION = 196608;
const CANCEL_REQUEST = 80877102;

function frame(tag: string, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length + 5);
  buffer.write(tag, 0, 'latin1');
  buffer.writeInt32BE(length + 4, 1);
  return buffer;
}

/** The first message of a connection: who asks, for which database, with which session settings. */
export function startupMessage(settings: Record<string, string>): Buffer {
  const text = Object.entries(settings)
    .map(([name, value]) => `${name}\0${value}\0`)
    .join('');
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.allocUnsafe(8);
  head.writeInt32BE(body.length + 8, 0);
  head.writeInt32BE(PROTOCOL_VERSION, 4);
  return Buffer.concat([head, body]);
}

/** Sent on a connection of its own, asks the server to stop what the backend `processId` is running. */
export function cancelMessage(processId: number, secretKey: Buffer): Buffer {
  const head = Buffer.allocUnsafe(12);
  head.writeInt32BE(12 + secretKey.length, 0);
  head.writeInt32BE(CANCEL_REQUEST, 4);
  head.writeInt32BE(processId, 8);
  return Buffer.concat([head, secretKey]);
}

/** A statement without parameters, such as BEGIN. */
export function simpleQueryMessage(sql: string): Buffer {
  const buffer = frame('Q', Buffer.byteLength(sql) + 1);
  buffer[5 + buffer.write(sql, 5)] = 0;
  return buffer;
}

/** Names a statement on this connection, so that its text is parsed once. */
export function parseMessage(name: string, sql: string): Buffer {
  const body = Buffer.from(`${name}\0${sql}\0\0\0`);
  return Buffer.concat([frame('P', body.length).subarray(0, 5), body]);
}

// Bind's tail: one result format for all columns, binary. Then Execute (unnamed portal, all rows) and Sync.
const BIND_TAIL = Buffer.from([0, 1, 0, 1]);
const EXECUTE_AND_SYNC = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4]);

/**
 * Runs a named statement: Bind, Execute and Sync as a list of buffers. Parameters and results travel in binary
 * and the parameters' bytes are not copied.
 */
export function executeMessages(name: string, parameters: readonly Parameter[]): Buffer[] {
  const values = parameters.map((value) => (typeof value === 'string' ? Buffer.from(value) : value));
  const valuesLength = values.reduce((sum, value) => sum + 4 + (value?.length ?? 0), 0);
  const nameLength = Buffer.byteLength(name);
  const head = Buffer.allocUnsafe(5 + 1 + nameLength + 1 + 4 + 2);
  head[0] = 0x42;
  head.writeInt32BE(head.length - 1 + valuesLength + BIND_TAIL.length, 1);
  head[5] = 0;
  head[6 + head.write(name, 6)] = 0;
  head.writeInt32BE(0x00010001, 7 + nameLength);
  head.writeInt16BE(values.length, 11 + nameLength);
  const buffers: Buffer[] = [head];
  for (const value of values) {
    const length = Buffer.allocUnsafe(4);
    length.writeInt32BE(value ? value.length : -1);
    buffers.push(length);
    if (value) buffers.push(value);
  }
  buffers.push(BIND_TAIL, EXECUTE_AND_SYNC);
  return buffers;
}

/** The columns of a DataRow's body, as views of it. */
export function readRow(body: Buffer): (Buffer | null)[] {
  const columns: (Buffer | null)[] = [];
  let offset = 2;
  for (let left = body.readInt16BE(0); left > 0; left--) {
    const length = body.readInt32BE(offset);
    offset += 4;
    columns.push(length < 0 ? null : body.subarray(offset, offset + length));
    if (length > 0) offset += length;
  }
  return columns;
}

/** The fields of an ErrorResponse's body, by their one-letter names. */
export function readErrorFields(body: Buffer): Map<string, string> {
  const fields = new Map<string, string>();
  for (let offset = 0; body[offset] !== 0;) {
    const end = body.indexOf(0, offset + 1);
    fields.set(body.toString('latin1', offset, offset + 1), body.toString('utf8', offset + 1, end));
    offset = end + 1;
  }
  return fields;
}
