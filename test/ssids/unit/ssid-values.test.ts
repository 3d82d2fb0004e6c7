import { expect } from 'chai';
import {
  SSID_FIELDS,
  SSID_FIELD_NAMES,
  type SsidFieldName,
} from '../../../shared/ssids/domain/ssid-fields.js';
import { readField } from '../../fixtures/ssid-fields.js';

function namesOf(...kinds: string[]): SsidFieldName[] {
  return SSID_FIELD_NAMES.filter((name) => kinds.includes(SSID_FIELDS[name]));
}

function expectRefused(name: SsidFieldName, values: readonly unknown[], problem: string): void {
  for (const value of values)
    expect(readField(name, value), JSON.stringify(value)).to.equal(`${name} ${problem}`);
}

const OBJECTS = [{}, [], { $gt: '' }, ['1'], [true]];

describe('SSID fields', () => {
  it('accept digits and numbers as modes', () => {
    for (const name of namesOf('digits')) {
      expect(['0', '2', '010', 3].map((value) => readField(name, value))).to.deep.equal([
        '0',
        '2',
        '010',
        '3',
      ]);
      const bad = ['router', '-1', '1.5', ' 1', '1234567890', -1, 1.5, NaN, Infinity, 1e21, true, ...OBJECTS];
      expectRefused(name, bad, 'must be a string of digits');
    }
  });

  it('accept booleans, and their form notations, as flags', () => {
    for (const name of namesOf('flag')) {
      expect([true, '1', 1, 'true'].map((value) => readField(name, value))).to.deep.equal([
        true,
        true,
        true,
        true,
      ]);
      expect([false, '0', 0, 'false'].map((value) => readField(name, value))).to.deep.equal([
        false,
        false,
        false,
        false,
      ]);
      expectRefused(name, ['yes', 2, 'on', ...OBJECTS], 'must be true or false');
    }
  });

  it('accept whole numbers of 0 or more as counts and times', () => {
    for (const name of [...namesOf('count'), ...namesOf('clients')]) {
      expect([0, '0', 86_400, '86400'].map((value) => readField(name, value))).to.deep.equal([
        0, 0, 86_400, 86_400,
      ]);
      const bad = [
        -1,
        '-1',
        1.5,
        '1.5',
        '1e3',
        ' 1',
        'many',
        NaN,
        Infinity,
        2 ** 53,
        '9'.repeat(16),
        true,
        ...OBJECTS,
      ];
      expectRefused(name, bad, 'must be a whole number of 0 or more');
    }
  });

  it('accept IPv4 addresses for ranges and the SSID', () => {
    for (const name of namesOf('ipv4')) {
      expect(readField(name, '192.168.1.10')).to.equal('192.168.1.10');
      expectRefused(
        name,
        ['192.168.1', '192.168.1.256', '::1', 'gateway', 3232235777, ...OBJECTS],
        'must be an IPv4 address',
      );
    }
  });

  it('accept IPv4 and IPv6 addresses as name servers', () => {
    for (const name of namesOf('ip')) {
      expect(readField(name, '8.8.8.8')).to.equal('8.8.8.8');
      expect(readField(name, '2001:db8::53')).to.equal('2001:db8::53');
      expectRefused(name, ['dns.example', '8.8.8', 8, ...OBJECTS], 'must be an IP address');
    }
  });

  it('accept a dotted mask as subnet_mask', () => {
    expect(readField('subnet_mask', '255.255.252.0')).to.equal('255.255.252.0');
    expectRefused(
      'subnet_mask',
      ['255.0.255.0', '24', 24, '0.0.0.0', ...OBJECTS],
      'must be a subnet mask such as 255.255.255.0',
    );
  });

  it('accept http and https URLs', () => {
    for (const name of namesOf('url')) {
      for (const url of ['https://example.com/welcome?x=1#y', 'HTTP://10.0.0.1:8080'])
        expect(readField(name, url)).to.equal(url);
      const bad = [
        'example.com',
        'ftp://example.com',
        'javascript:alert(1)',
        'http:example.com',
        'http://',
        'https://a b',
        'http://a\nb',
        ' http://a',
        `http://a/${'x'.repeat(2048)}`,
        1,
        ...OBJECTS,
      ];
      expectRefused(name, bad, 'must be an http or https URL');
    }
  });

  it('accept text as walled_garden_range', () => {
    expect(readField('walled_garden_range', 'example.com,\n10.0.0.0/8')).to.equal('example.com,\n10.0.0.0/8');
    const problem = 'must be text of at most 4096 characters without control characters';
    expectRefused(
      'walled_garden_range',
      ['a\u0000b', '\u001b[2J', '\ud800', 'x'.repeat(4097), 1, ...OBJECTS],
      problem,
    );
  });

  it('accept an ssid_name of 1 to 32 bytes of UTF-8', () => {
    for (const name of [
      'x',
      'Lobby – Gäste',
      'é'.repeat(16),
      '📶'.repeat(8),
      'x'.repeat(32),
      ' x ',
      'अतिथि',
    ]) {
      expect(readField('ssid_name', name)).to.equal(name);
    }
    const bad = [
      '',
      null,
      '   ',
      'x'.repeat(33),
      'é'.repeat(17),
      '📶📶📶📶📶📶📶📶x',
      'a\u0000',
      'a\nb',
      '\u0085',
      '\ud83d',
      7,
      ...OBJECTS,
    ];
    expectRefused('ssid_name', bad, 'must be text of 1 to 32 bytes without control characters');
  });

  it('accept a wpa_key of 8 to 63 printable ASCII characters or 64 hexadecimal digits', () => {
    for (const key of ['12345678', 'a b~c!"#', 'x'.repeat(63), 'aF09'.repeat(16)])
      expect(readField('wpa_key', key)).to.equal(key);
    const bad = [
      '1234567',
      'x'.repeat(64),
      'a'.repeat(65),
      'pässword',
      'pass\tword',
      'passwords\n',
      12345678,
      ...OBJECTS,
    ];
    expectRefused('wpa_key', bad, 'must be 8 to 63 printable ASCII characters or 64 hexadecimal digits');
  });
});
