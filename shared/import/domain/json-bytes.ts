const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The bytes that JSON has between and around values. */
export const JSON_BYTES = { QUOTE, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT } as const;

/** The index of the next byte from `from` that is no white space, or `to`. */
export function skipSpace(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && isSpace(bytes[at])) at += 1;
  return at;
}

/**
 * Where the JSON value that begins at `from` ends, without building it: the index after its last byte, `from`
 * itself when no value begins there, or -1 when it goes on beyond `to`. Only quotes and brackets are looked at;
 * JSON.parse, which reads the value afterwards, is the judge of the rest.
 */
export function endOfValue(bytes: Uint8Array, from: number, to: number): number {
  if (from >= to) return -1;
  const first = bytes[from];
  const isNested = first === QUOTE || first === OPEN_LIST || first === OPEN_OBJECT;
  return isNested ? endOfNested(bytes, from, to) : endOfPlain(bytes, from, to);
}

/** A text counts as nested at depth 0: its closing quote ends it, as the last bracket ends a list or an object. */
function endOfNested(bytes: Uint8Array, from: number, to: number): number {
  let depth = 0;
  let inText = false;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (inText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) {
        inText = false;
        if (depth === 0) return at + 1;
      }
    } else if (byte === QUOTE) inText = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** Numbers and literals end before what can follow a value. */
function endOfPlain(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (byte === COMMA || byte === COLON || byte === CLOSE_LIST || byte === CLOSE_OBJECT || isSpace(byte)) {
      return at;
    }
  }
  return -1;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
