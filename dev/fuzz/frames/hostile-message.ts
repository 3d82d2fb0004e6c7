import fc from 'fast-check';
import { hostileName, hostileValue } from '../hostile-values.js';
import { brokenFrames, type HostileMessage } from './broken-frames.js';
import { packed } from './packed-messages.js';
import { connectMessage, recordedMessages, type Message } from './recorded-messages.js';

/** What the messages of a device can name. */
export interface KnownSerials {
  readonly own: string;
  /** Devices of its own organisation and of others. */
  readonly others: readonly string[];
}

/** Numbers as a text of JSON can have them. */
const NUMBERS = [
  '-0',
  '1e400',
  '-1e400',
  '1e308',
  '5e-324',
  '0.1',
  '-1',
  '9007199254740993',
  '9'.repeat(400),
  '1e21',
];
const WHOLE = [
  '',
  ' ',
  'null',
  '[]',
  '"state"',
  '{}',
  '{"jsonrpc":"2.0"}',
  '{"method":"state","method":"connect","params":{}}',
  '{"__proto__":{"method":"connect"},"params":{"serial":"x"}}',
  `{"method":"state","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  `{"method":"log","params":{"log":"${'\\"['.repeat(50_000)}"}}`,
];
const CHARACTERS = ['{', '}', '[', ']', '"', ':', ',', '\\', '0', 'e', '-', '\u0000', '\ufeff'];
const IDS = [0, -1, 1, 2, 3, 4, 5, 8, 13, 21, 1_000_000_000, 1_000_000_001, 2 ** 53, '1', null];
const UUIDS = [0, 1, -1, 1_790_000_000, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, '1790000000', null, {}];

/** Messages of a device, most of which are not as they should be. */
export function hostileMessage({ own, others }: KnownSerials): fc.Arbitrary<HostileMessage> {
  const recorded = fc.constantFrom(...recordedMessages(own));
  const text = (kind: string, messages: fc.Arbitrary<string>): fc.Arbitrary<HostileMessage> =>
    messages.map((data) => ({ kind, as: 'text', data, ends: null }));
  const changed = fc.oneof(withHostileMembers(recorded), withMoreMembers(recorded));
  const result = results(own);
  const foreign = fc.constantFrom(...others).chain((serial) => fc.constantFrom(...recordedMessages(serial)));
  return fc.oneof(
    { weight: 4, arbitrary: text('as recorded', recorded.map(asText)) },
    { weight: 12, arbitrary: text('hostile member', changed.map(asText)) },
    { weight: 4, arbitrary: text('hostile number', withNumber(recorded.map(asText))) },
    { weight: 4, arbitrary: text('cut off', cutOff(recorded.map(asText))) },
    { weight: 4, arbitrary: text('other characters', withCharacters(recorded.map(asText))) },
    { weight: 2, arbitrary: text('other JSON', fc.constantFrom(...WHOLE)) },
    { weight: 6, arbitrary: text('unasked answer', result.map(asText)) },
    { weight: 3, arbitrary: text('serial of another', foreign.map(asText)) },
    { weight: 2, arbitrary: text('repeated connect', connects(own).map(asText)) },
    { weight: 6, arbitrary: text('compressed', packed(fc.oneof(recorded, changed, foreign), own)) },
    { weight: 3, arbitrary: brokenFrames(recorded.map(asText)) },
  );
}

const asText = (message: unknown): string => JSON.stringify(message);

/** Puts a hostile value in the place of any member, however deep. */
function withHostileMembers(messages: fc.Arbitrary<Message>): fc.Arbitrary<unknown> {
  return fc.tuple(messages, fc.nat(), hostileValue).map(([message, place, value]) => {
    const paths = pathsOf(message);
    return replaced(message, paths[place % paths.length] ?? [], value);
  });
}

/** Adds a member to any object. */
function withMoreMembers(messages: fc.Arbitrary<Message>): fc.Arbitrary<unknown> {
  return fc.tuple(messages, fc.nat(), hostileName, hostileValue).map(([message, place, name, value]) => {
    const objects = pathsOf(message).filter((path) => isMembers(at(message, path)));
    return replaced(message, [...(objects[place % Math.max(1, objects.length)] ?? []), name], value);
  });
}

type Path = readonly string[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([name, member]) => pathsOf(member, [...path, name]));
  return path.length === 0 ? inner : [path, ...inner];
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], value);
}

function replaced(value: unknown, [name, ...rest]: Path, by: unknown): unknown {
  if (name === undefined) return by;
  if (Array.isArray(value))
    return value.map((entry: unknown, index) => (String(index) === name ? replaced(entry, rest, by) : entry));
  const members = isMembers(value) ? value : {};
  // Unlike an assignment, makes `__proto__` an own member.
  return Object.fromEntries([
    ...Object.entries(members).filter(([other]) => other !== name),
    [name, rest.length === 0 ? by : replaced(members[name], rest, by)],
  ]);
}

function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Another number in the place of one of the text. */
function withNumber(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(texts, fc.nat(), fc.constantFrom(...NUMBERS)).map(([text, place, number]) => {
    const found = [...text.matchAll(/(?<=[:[,])\d+/g)];
    const { index = 0, 0: old = '' } = found[place % Math.max(1, found.length)] ?? {};
    return text.slice(0, index) + number + text.slice(index + old.length);
  });
}

function cutOff(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(texts, fc.nat()).map(([text, length]) => text.slice(0, length % text.length));
}

function withCharacters(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const changes = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...CHARACTERS)), {
    minLength: 1,
    maxLength: 5,
  });
  return fc.tuple(texts, changes).map(([text, each]) =>
    each.reduce((changed, [place, character]) => {
      const index = place % changed.length;
      return changed.slice(0, index) + character + changed.slice(index + 1);
    }, text),
  );
}

/** Answers to commands, most of which were never sent. */
function results(serial: string): fc.Arbitrary<object> {
  const texts = fc.constantFrom(
    '[E] (In /interfaces/0/ssids/0) x',
    '/interfaces/9/ssids/99',
    '/radios/0',
    '',
  );
  const status = fc.record(
    {
      error: fc.oneof(fc.constantFrom(0, 1, 2, 3, -1, 1e9), hostileValue),
      text: fc.constant('sysupgrade "https://firmware.example.test/x"'),
      rejected: fc.oneof(fc.array(texts, { maxLength: 5 }), hostileValue),
    },
    { requiredKeys: ['error'] },
  );
  return fc
    .tuple(fc.constantFrom(...IDS), fc.constantFrom(...UUIDS), status)
    .map(([id, uuid, of]) => ({ jsonrpc: '2.0', id, result: { serial, uuid, status: of } }));
}

/** A device that says again and again that it has connected, with texts and capabilities that no device has. */
function connects(serial: string): fc.Arbitrary<object> {
  const capabilities = fc.oneof(hostileValue, fc.constant({ platform: 'switch', 'port-list': many(20_000) }));
  const members = fc.record(
    {
      uuid: fc.constantFrom(...UUIDS),
      firmware: fc.constantFrom('v1\u0000', '\ud800', 'x'.repeat(300), ' '),
      reason: fc.constantFrom('socket', 'upgrade', 'upgradefailed', 'recovery', 'x'.repeat(5000), '\u0000'),
      capabilities,
    },
    { requiredKeys: ['uuid'] },
  );
  return fc.tuple(fc.boolean(), members).map(([isSwitch, given]) => {
    const message = connectMessage(serial, isSwitch);
    return { ...message, params: { ...message.params, ...given } };
  });
}

function many(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Ethernet${index}`);
}
