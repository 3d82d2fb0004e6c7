import { createHash } from 'node:crypto';
import { expect } from 'chai';
import {
  contradictions,
  isDerivedKey,
  judgeKeyRow,
  readKeyRow,
  type KeyedDevice,
  type KeyRow,
} from '../../../shared/openwisp/domain/key-row.js';
import { uuidOfMac } from '../../../shared/openwisp/domain/device-uuid.js';
import { hashToken } from '../../../shared/platform/values/secrets.js';

const MAC = '02:4F:57:00:00:01';
const UUID = '0b1c0000000040008000000000000101';
const KEY = '0123456789abcdef0123456789abcdef';
const row: KeyRow = { line: 2, uuid: UUID, key: KEY, macId: MAC };

// docs/openwisp.md#import-keys
describe('a row of a list of keys', () => {
  it('is read with and without dashes, and refused with its reason', () => {
    const read = (uuid: string, key: string, mac: string) => readKeyRow(2, { uuid, key, mac });
    expect(read('0B1C0000-0000-4000-8000-000000000101', KEY, '02-4f-57-00-00-01')).to.deep.equal(row);
    const refused: [string, string, string, string][] = [
      [UUID, KEY, 'x', 'the MAC is not one'],
      ['101', KEY, MAC, `the UUID of ${MAC} is not one`],
      [uuidOfMac(MAC), KEY, MAC, `the UUID of ${MAC} is one of this service`],
      [UUID, 'short', MAC, `the key of ${MAC} does not have 16 to 64 printable characters`],
      [UUID, `${KEY} ${KEY}`, MAC, `the key of ${MAC} does not have 16 to 64 printable characters`],
    ];
    for (const [uuid, key, mac, why] of refused) expect(read(uuid, key, mac)).to.deep.equal({ line: 2, why });
  });

  it('contradicts one with the same MAC, UUID or key', () => {
    const others = [
      { line: 3, uuid: 'a'.repeat(32), key: 'k'.repeat(32), macId: '02:4F:57:00:00:03' },
      { line: 4, uuid: 'b'.repeat(32), key: KEY, macId: '02:4F:57:00:00:04' },
      { line: 5, uuid: 'c'.repeat(32), key: 'l'.repeat(32), macId: '02:4F:57:00:00:03' },
    ];
    expect(contradictions([row, ...others])).to.deep.equal([
      { line: 2, why: `another row has the key of ${MAC}` },
      { line: 3, why: 'another row has the MAC of 02:4F:57:00:00:03' },
      { line: 4, why: 'another row has the key of 02:4F:57:00:00:04' },
      { line: 5, why: 'another row has the MAC of 02:4F:57:00:00:03' },
    ]);
  });

  it('gives a device of the organisation a key that no other has', () => {
    const device: KeyedDevice = { _id: MAC, deviceKeyHash: null, organisationId: 7, deviceId: 1 };
    const none = { hashes: new Set(), uuids: new Set() };
    const judged = (fields: Partial<KeyedDevice>, taken: Partial<typeof none> = {}) =>
      judgeKeyRow(row, { ...device, ...fields }, 7, { ...none, ...taken });
    const hash = hashToken(KEY);
    expect(judged({})).to.equal('give');
    expect(judged({ deviceKeyHash: hash }, { hashes: new Set([hash]) })).to.equal('give');
    const has = { deviceKeyHash: hash, openwispUuid: UUID };
    expect(judged(has, { hashes: new Set([hash]), uuids: new Set([UUID]) })).to.equal('unchanged');
    const foreign = { why: `the organisation has no device ${MAC}` };
    expect(judgeKeyRow(row, undefined, 7, none)).to.deep.equal(foreign);
    expect(judged({ organisationId: 8 })).to.deep.equal(foreign);
    expect(judged({ organisationId: null, deviceId: null })).to.deep.equal(foreign);
    expect(judged({ identity: 'certificate' })).to.deep.equal({ why: `${MAC} has a certificate` });
    expect(judged({ deviceKeyHash: hashToken('other') })).to.deep.equal({ why: `${MAC} has another key` });
    expect(judged({}, { hashes: new Set([hash]) })).to.deep.equal({
      why: `another device has the key of ${MAC}`,
    });
    expect(judged({}, { uuids: new Set([UUID]) })).to.deep.equal({
      why: `another device has the UUID of ${MAC}`,
    });
  });

  it('has a weak key if that follows from the MAC and the shared secret', () => {
    const derived = createHash('md5').update(`${MAC}+open sesame`).digest('hex');
    expect(isDerivedKey({ macId: MAC, key: derived }, 'open sesame')).to.equal(true);
    expect(isDerivedKey({ macId: MAC, key: derived }, 'another')).to.equal(false);
    expect(isDerivedKey(row, 'open sesame')).to.equal(false);
  });
});
