import fc from 'fast-check';

/** A message to a gateway. */
export interface HostileMessage {
  /** What is wrong with it, for the counts. */
  readonly kind: string;
  readonly as: 'text' | 'binary' | 'fragments' | 'ping' | 'pong' | 'raw';
  readonly data: string | Buffer;
  /** The code with which the gateway has to close the connection after it; null: it goes on. */
  readonly ends: number | null;
}

const MIB = 1024 * 1024;
const TOO_LARGE = 1009;
const NOT_TEXT = 1007;
const AGAINST_PROTOCOL = 1002;
/** The mask of all frames that are made here. */
const MASK = Buffer.alloc(4);

/** A frame of a client as its bytes. */
function frame(first: number, length: number, content = Buffer.alloc(0)): Buffer {
  return Buffer.concat([Buffer.from([first, 0x80 | length]), MASK, content]);
}

const ENDING: readonly HostileMessage[] = [
  { kind: 'above 1 MiB', as: 'text', data: 'x'.repeat(MIB + 1), ends: TOO_LARGE },
  { kind: 'above 1 MiB', as: 'binary', data: Buffer.alloc(MIB + 1), ends: TOO_LARGE },
  { kind: 'no UTF-8', as: 'text', data: Buffer.from([0x7b, 0xc3, 0x28, 0xff]), ends: NOT_TEXT },
  { kind: 'unknown opcode', as: 'raw', data: frame(0x83, 0), ends: AGAINST_PROTOCOL },
  { kind: 'reserved bits', as: 'raw', data: frame(0xf1, 0), ends: AGAINST_PROTOCOL },
  { kind: 'no mask', as: 'raw', data: Buffer.from([0x81, 0x02, 0x7b, 0x7d]), ends: AGAINST_PROTOCOL },
  { kind: 'long control frame', as: 'raw', data: frame(0x89, 126), ends: AGAINST_PROTOCOL },
  { kind: 'continues nothing', as: 'raw', data: frame(0x80, 0), ends: AGAINST_PROTOCOL },
  { kind: 'close code', as: 'raw', data: frame(0x88, 2, Buffer.from([0x03, 0xed])), ends: AGAINST_PROTOCOL },
];

/** Messages that are no texts, or no messages of the protocol. */
export function brokenFrames(texts: fc.Arbitrary<string>): fc.Arbitrary<HostileMessage> {
  const goesOn = (kind: string, as: HostileMessage['as'], data: fc.Arbitrary<string>) =>
    data.map((content): HostileMessage => ({ kind, as, data: content, ends: null }));
  const short = fc.string({ maxLength: 30 });
  return fc.oneof(
    { weight: 4, arbitrary: goesOn('binary', 'binary', texts) },
    { weight: 4, arbitrary: goesOn('fragments', 'fragments', texts) },
    { weight: 4, arbitrary: goesOn('control frame', 'ping', short) },
    { weight: 4, arbitrary: goesOn('control frame', 'pong', short) },
    { weight: 2, arbitrary: fc.constantFrom(...ENDING) },
  );
}
