/** One top-level element of a BSON document, by its offsets in the buffer. */
export interface Element {
  readonly type: number;
  readonly name: string;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
}

export const BSON_TYPE = {
  double: 1,
  string: 2,
  document: 3,
  array: 4,
  boolean: 8,
  int32: 16,
  int64: 18,
} as const;

// oxfmt-ignore
const FIXED_LENGTH = new Map([
  [0x01, 8], [0x06, 0], [0x07, 12], [0x08, 1], [0x09, 8], [0x0a, 0],
  [0x10, 4], [0x11, 8], [0x12, 8], [0x13, 16], [0x7f, 0], [0xff, 0],
]);

// Types whose value starts with its length, and the bytes that the length does not count.
// oxfmt-ignore
const PREFIXED_LENGTH = new Map([
  [0x02, 4], [0x03, 0], [0x04, 0], [0x05, 5], [0x0c, 16], [0x0d, 4], [0x0e, 4], [0x0f, 0],
]);

function valueEnd(buffer: Buffer, type: number, start: number): number {
  const fixed = FIXED_LENGTH.get(type);
  if (fixed !== undefined) return start + fixed;
  const extra = PREFIXED_LENGTH.get(type);
  if (extra !== undefined) return start + buffer.readInt32LE(start) + extra;
  if (type === 0x0b) return buffer.indexOf(0, buffer.indexOf(0, start) + 1) + 1;
  throw new RangeError(`BSON type ${type}`);
}

/**
 * Iterates over the top-level elements of the document at `offset` without decoding their values. Throws RangeError on
 * invalid BSON.
 */
export function* elementsOf(buffer: Buffer, offset = 0): Generator<Element> {
  const end = offset + buffer.readInt32LE(offset) - 1;
  if (end > buffer.length - 1) throw new RangeError('BSON document longer than its message');
  for (let start = offset + 4; start < end;) {
    const type = buffer.readUInt8(start);
    const nameEnd = buffer.indexOf(0, start + 1);
    const name = buffer.toString('utf8', start + 1, nameEnd);
    const element = { type, name, start, valueStart: nameEnd + 1, end: valueEnd(buffer, type, nameEnd + 1) };
    if (element.end > end || element.end < element.valueStart) throw new RangeError('broken BSON document');
    yield element;
    start = element.end;
  }
}

/** The value of a string element. */
export function stringOf(buffer: Buffer, element: Element): string {
  return buffer.toString('utf8', element.valueStart + 4, element.end - 1);
}

/** The value of an int32, int64 or double element; NaN for any other type. */
export function numberOf(buffer: Buffer, element: Element): number {
  if (element.type === BSON_TYPE.int32) return buffer.readInt32LE(element.valueStart);
  if (element.type === BSON_TYPE.int64) return Number(buffer.readBigInt64LE(element.valueStart));
  if (element.type === BSON_TYPE.double) return buffer.readDoubleLE(element.valueStart);
  return NaN;
}

/** The exact integer value of a numeric element; undefined for anything else. */
export function bigintOf(buffer: Buffer, element: Element): bigint | undefined {
  if (element.type === BSON_TYPE.int64) return buffer.readBigInt64LE(element.valueStart);
  const number = numberOf(buffer, element);
  return Number.isInteger(number) ? BigInt(number) : undefined;
}

/** Builds a document from the bytes of its elements. */
export function documentOf(elements: readonly Buffer[]): Buffer {
  const length = elements.reduce((sum, element) => sum + element.length, 5);
  const head = Buffer.allocUnsafe(4);
  head.writeInt32LE(length, 0);
  return Buffer.concat([head, ...elements, Buffer.of(0)], length);
}
