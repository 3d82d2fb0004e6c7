import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Message } from './recorded-messages.js';

const MIB = 1024 * 1024;
const BOMB = deflateSync(Buffer.alloc(64 * MIB, ' '), { level: 9 });

/** Ways to compress parameters, few of which a device has. */
type Packing = (text: string) => Buffer | string;

const PACKINGS: readonly Packing[] = [
  (text) => deflateSync(text),
  (text) => deflateSync(text),
  (text) => gzipSync(text),
  (text) => deflateRawSync(text),
  (text) => deflateSync(text).subarray(0, -5),
  (text) => deflateSync(deflateSync(text)),
  (text) => deflateSync(text).toString('base64').replace('e', '*').slice(0, -2),
  () => '',
  () => BOMB,
];

/** Messages with compressed parameters; a few are long, and inflate to almost as much as may be. */
export function packed(messages: fc.Arbitrary<unknown>, serial: string): fc.Arbitrary<string> {
  const plain = fc.tuple(messages, fc.constantFrom(...PACKINGS)).map(([message, pack]) => {
    const { method = 'state', params = {} } = message as Partial<Message>;
    return packedText(method, params, pack);
  });
  const long = fc
    .constantFrom(...LONG_STATES)
    .map((make) => packedText('state', { serial, uuid: 1, state: make() }, (text) => deflateSync(text)));
  return fc.oneof({ weight: 30, arbitrary: plain }, { weight: 1, arbitrary: long });
}

function packedText(method: string, params: unknown, pack: Packing): string {
  const text = JSON.stringify(params);
  const content = pack(text);
  const compress_64 = typeof content === 'string' ? content : content.toString('base64');
  return JSON.stringify({ jsonrpc: '2.0', method, params: { compress_64, compress_sz: text.length } });
}

const members = (count: number, value: unknown): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`Ethernet${index}`, value]));

/** States of 2 to 4 MiB. */
const LONG_STATES: readonly (() => object)[] = [
  () => ({ 'link-state': { upstream: members(150_000, {}) } }),
  () => ({ 'link-state': { downstream: members(20_000, { counters: { rx_bytes: 2 ** 53, tx_bytes: 1 } }) } }),
  () => ({ radios: Array.from({ length: 100_000 }, () => ({ phy: 'soc/a', band: ['5G'] })) }),
  () => ({ radios: [{ phy: 'x'.repeat(3 * MIB), band: ['2G'], survey: [] }] }),
  () => ({
    interfaces: [{ ssids: [{ radio: { $ref: '#/radios/0' }, associations: Array(800_000).fill({}) }] }],
  }),
  () => ({ unit: { cpu_load: Array(1_500_000).fill(1) } }),
];
