import { expect } from 'chai';
import {
  SSID_FIELDS,
  SSID_FIELD_NAMES,
  type SsidFieldName,
} from '../../../shared/ssids/domain/ssid-fields.js';
import { readSsid } from '../../../shared/ssids/domain/ssid-rules.js';

/** The value of a field after an update, or the message that refuses it. */
function read(name: SsidFieldName, value: unknown): unknown {
  const { fields, problems } = readSsid({ [name]: value }, 'update');
  return problems.get(name) ?? fields[name];
}

function namesOf(...kinds: string[]): SsidFieldName[] {
  return SSID_FIELD_NAMES.filter((name) => kinds.includes(SSID_FIELDS[name]));
}

function expectRefused(name: SsidFieldName, values: readonly unknown[], problem: string): void {
  for (const value of values) expect(read(name, value), JSON.stringify(value)).to.equal(`${name} ${problem}`);
}

const OBJECTS = [{}, [], { $gt: '' }, ['1'], [true]];

describe('SSID fields', () => {
  it('accept digits and numbers as modes', () => {
    for (const name of namesOf('digits')) {
      expect(['0', '2', '010', 3].map((value) => read(name, value))).to.deep.equal(['0', '2', '010', '3']);
      const bad = ['router', '-1', '1.5', ' 1', '1234567890', -1, 1.5, NaN, Infinity, 1e21, true, ...OBJECTS];
      expectRefused(name, bad, 'must be a string of digits');
    }
  });

  it('accept booleans, and their form notations, as flags', () => {
    for (const name of namesOf('flag')) {
      expect([true, '1', 1, 'true'].map((value) => read(name, value))).to.deep.equal([
        true,
        true,
        true,
        true,
      ]);
      expect([false, '0', 0, 'false'].map((value) => read(name, value))).to.deep.equal([
        false,
        false,
        false,
        false,
      ]);
      expectRefused(name, ['yes', 2, 'on', ...OBJECTS], 'must be true or false');
    }
  });

  it('accept whole numbers of 0 or more as counts and times', () => {
    for (const name of namesOf('count')) {
      expect([0, '0', 86_400, '86400'].map((value) => read(name, value))).to.deep.equal([
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
      expect(read(name, '192.168.1.10')).to.equal('192.168.1.10');
      expectRefused(
        name,
        ['192.168.1', '192.168.1.256', '::1', 'gateway', 3232235777, ...OBJECTS],
        'must be an IPv4 address',
      );
    }
  });

  it('accept IPv4 and IPv6 addresses as name servers', () => {
    for (const name of namesOf('ip')) {
      expect(read(name, '8.8.8.8')).to.equal('8.8.8.8');
      expect(read(name, '2001:db8::53')).to.equal('2001:db8::53');
      expectRefused(name, ['dns.example', '8.8.8', 8, ...OBJECTS], 'must be an IP address');
    }
  });

  it('accept a dotted mask as subnet_mask', () => {
    expect(read('subnet_mask', '255.255.252.0')).to.equal('255.255.252.0');
    expectRefused(
      'subnet_mask',
      ['255.0.255.0', '24', 24, '0.0.0.0', ...OBJECTS],
      'must be a subnet mask such as 255.255.255.0',
    );
  });

  it('accept http and https URLs', () => {
    for (const name of namesOf('url')) {
      for (const url of ['https://example.com/welcome?x=1#y', 'HTTP://10.0.0.1:8080'])
        expect(read(name, url)).to.equal(url);
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
    expect(read('walled_garden_range', 'example.com,\n10.0.0.0/8')).to.equal('example.com,\n10.0.0.0/8');
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
      expect(read('ssid_name', name)).to.equal(name);
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
      expect(read('wpa_key', key)).to.equal(key);
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

describe('nested SSID fields', () => {
  it('accept MACs in any notation in acl_mac_list, as a list or text, and return each once in canonical form', () => {
    const expected = ['AA:BB:CC:00:00:01', 'AA:BB:CC:00:00:02'];
    expect(read('acl_mac_list', ['aa-bb-cc-00-00-01', 'aabb.cc00.0002', 'AABBCC000001'])).to.deep.equal(
      expected,
    );
    expect(read('acl_mac_list', 'aa-bb-cc-00-00-01, aabb.cc00.0002\nAABBCC000001')).to.deep.equal(expected);
    expect(read('acl_mac_list', [])).to.deep.equal([]);
    expect(read('acl_mac_list', ['AABBCC000001', 'x'])).to.equal('acl_mac_list[1] must be a MAC address');
    expect(read('acl_mac_list', [null])).to.equal('acl_mac_list[0] must be a MAC address');
    expect(read('acl_mac_list', { 0: 'AABBCC000001' })).to.equal(
      'acl_mac_list must be a list of MAC addresses',
    );
    expect(read('acl_mac_list', Array(1001).fill('x'))).to.equal(
      'acl_mac_list must have at most 1000 entries',
    );
  });

  it('accept devices and tags in associated_aps_and_tags', () => {
    expect(read('associated_aps_and_tags', ['AP:1', 'tag:2', 'AP:1'])).to.deep.equal(['AP:1', 'tag:2']);
    expect(read('associated_aps_and_tags', 'AP:1,tag:2')).to.deep.equal(['AP:1', 'tag:2']);
    for (const entry of ['network:1', 'AP:0', 'ap:1', 'AP:1,AP:2', 1, null, {}]) {
      expect(read('associated_aps_and_tags', ['AP:7', entry])).to.equal(
        'associated_aps_and_tags[1] must be AP:<device id> or tag:<tag id>',
      );
    }
  });

  it('accept addresses and MACs in dhcp_mappings', () => {
    const given = [{ IPADDR: '10.0.0.5', MAC: 'aabbcc000001', id: 4 }];
    expect(read('dhcp_mappings', given)).to.deep.equal([{ IPADDR: '10.0.0.5', MAC: 'AA:BB:CC:00:00:01' }]);
    const bad = (entry: unknown): unknown => read('dhcp_mappings', [...given, entry]);
    expect(bad({ MAC: 'aabbcc000001' })).to.equal('dhcp_mappings[1].IPADDR must be an IPv4 address');
    expect(bad({ IPADDR: '10.0.0.5' })).to.equal('dhcp_mappings[1].MAC must be a MAC address');
    expect(bad('10.0.0.5')).to.equal('dhcp_mappings[1] must be an object with IPADDR and MAC');
    expect(bad(null)).to.equal('dhcp_mappings[1] must be an object with IPADDR and MAC');
    expect(read('dhcp_mappings', '10.0.0.5')).to.equal(
      'dhcp_mappings must be a list of objects with IPADDR and MAC',
    );
  });

  it('accept ranges that do not end before they start in dhcp_ranges', () => {
    expect(read('dhcp_ranges', [{ START: '10.0.0.9', END: '10.0.0.10', x: 1 }])).to.deep.equal([
      { START: '10.0.0.9', END: '10.0.0.10' },
    ]);
    expect(read('dhcp_ranges', [{ START: '10.0.0.9', END: '10.0.0.9' }])).to.have.lengthOf(1);
    expect(read('dhcp_ranges', [{ START: '10.0.0.9', END: '10.0.0.8' }])).to.equal(
      'dhcp_ranges[0].START must not be after END',
    );
    expect(read('dhcp_ranges', [{ END: '10.0.0.8' }])).to.equal(
      'dhcp_ranges[0].START must be an IPv4 address',
    );
    expect(read('dhcp_ranges', [{ START: '10.0.0.9' }])).to.equal(
      'dhcp_ranges[0].END must be an IPv4 address',
    );
    expect(read('dhcp_ranges', [[]])).to.equal('dhcp_ranges[0] must be an object with START and END');
  });

  it('accept a VLAN of 1 to 4094 in v_lan_attributes, and set missing parts to null', () => {
    expect(
      read('v_lan_attributes', { v_lan_id: '4094', enable_dhcp_on_v_lan: '1', name: 'guest', other: 1 }),
    ).to.deep.equal({
      name: 'guest',
      enable_dhcp_on_v_lan: true,
      v_lan_id: 4094,
      id: null,
    });
    for (const v_lan_id of [0, 4095, '0', 1.5, 'x', true, []]) {
      expect(read('v_lan_attributes', { v_lan_id })).to.equal(
        'v_lan_attributes.v_lan_id must be a whole number from 1 to 4094',
      );
    }
    expect(read('v_lan_attributes', { enable_dhcp_on_v_lan: 'x' })).to.equal(
      'v_lan_attributes.enable_dhcp_on_v_lan must be true or false',
    );
    expect(read('v_lan_attributes', { id: -1 })).to.equal(
      'v_lan_attributes.id must be a whole number of 0 or more',
    );
    expect(read('v_lan_attributes', { name: 1 })).to.match(/^v_lan_attributes\.name must be text/);
    expect(read('v_lan_attributes', [])).to.match(/^v_lan_attributes must be an object/);
  });
});
