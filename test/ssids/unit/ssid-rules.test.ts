import { expect } from 'chai';
import fc from 'fast-check';
import {
  SSID_FIELD_NAMES,
  defaultSsid,
  type Ssid,
  type SsidFields,
} from '../../../shared/ssids/domain/ssid-fields.js';
import { checkSsid, judgeSsid, problemText, readSsid } from '../../../shared/ssids/domain/ssid-rules.js';

function fieldsOf(input: Record<string, unknown>, mode: 'create' | 'update' = 'update'): SsidFields {
  const { fields, problems } = readSsid(input, mode);
  if (problems.size > 0) throw new Error(problemText(problems));
  return fields;
}

function messagesOf(input: Record<string, unknown>, mode: 'create' | 'update' = 'update'): string[] {
  return [...readSsid(input, mode).problems.values()];
}

function checked(ssid: SsidFields): string[] {
  return [...checkSsid(ssid).values()];
}

const NAME_PROBLEM = 'ssid_name must be text of 1 to 32 bytes without control characters';

describe('readSsid', () => {
  it('returns only the fields that were sent', () => {
    expect(fieldsOf({ ssid_mode: 1, is_hidden: '1' })).to.deep.equal({ ssid_mode: '1', is_hidden: true });
    expect(fieldsOf({ ssid_mode: undefined })).to.deep.equal({});
    expect(fieldsOf({})).to.deep.equal({});
  });

  it('ignores unknown names, id and inherited properties', () => {
    const inherited = Object.create({ ssid_mode: '1' }) as Record<string, unknown>;
    expect(
      fieldsOf({ id: 5, network_id: 9, nonsense: {}, constructor: 1, __proto__: { nat: '1' } }),
    ).to.deep.equal({});
    expect(fieldsOf(inherited)).to.deep.equal({});
    expect(fieldsOf(JSON.parse('{"__proto__":{"nat":"1"}}') as Record<string, unknown>)).to.deep.equal({});
  });

  it('requires a name on create', () => {
    expect(messagesOf({}, 'create')).to.deep.equal([NAME_PROBLEM]);
    expect(messagesOf({ ssid_name: null }, 'create')).to.deep.equal([NAME_PROBLEM]);
    expect(fieldsOf({ ssid_name: 'x' }, 'create')).to.deep.equal({ ssid_name: 'x' });
  });

  it('requires no name on update, and refuses an empty one', () => {
    expect(messagesOf({ ssid_name: '' })).to.deep.equal([NAME_PROBLEM]);
    expect(messagesOf({ ssid_name: null })).to.deep.equal([NAME_PROBLEM]);
  });

  it('returns one message per field, in the order of the table, without commas and without the sent value', () => {
    const messages = messagesOf({
      wpa_key: 'secret',
      ssid_name: 'x'.repeat(40),
      acl_mac_list: ['bad1', 'bad2'],
      dhcp_ranges: [{ START: 'bad3', END: 'bad4' }],
      ssid_mode: 'bad5',
    });
    expect(messages.map((message) => message.split(/[ [.]/)[0])).to.deep.equal([
      'ssid_name',
      'ssid_mode',
      'wpa_key',
      'acl_mac_list',
      'dhcp_ranges',
    ]);
    expect(messages.join(' ')).not.to.match(/,|secret|bad/);
  });

  it('resets a field to its default for null and empty text, and a list to no entries', () => {
    for (const blank of [null, '']) {
      expect(
        fieldsOf({
          is_enabled: blank,
          ssid_mode: blank,
          is_hidden: blank,
          dns_primary: blank,
          v_lan_attributes: blank,
          dhcp_ranges: blank,
          acl_mac_list: blank,
        }),
      ).to.deep.equal({
        is_enabled: true,
        ssid_mode: null,
        is_hidden: false,
        dns_primary: null,
        v_lan_attributes: null,
        dhcp_ranges: [],
        acl_mac_list: [],
      });
    }
  });

  it('keeps the stored key for a null wpa_key, and removes it for an empty one', () => {
    expect(fieldsOf({ wpa_key: null })).to.deep.equal({});
    expect(fieldsOf({ wpa_key: '' })).to.deep.equal({ wpa_key: null });
  });

  it('returns the valid fields next to the messages for invalid ones', () => {
    const { fields, problems } = readSsid({ nat: 'x', wna: 1 }, 'update');
    expect(fields).to.deep.equal({ wna: '1' });
    expect([...problems.keys()]).to.deep.equal(['nat']);
  });

  it('changes nothing and keeps the key when a new SSID is sent back as shown', () => {
    const { wpa_key: _key, ...shown }: Ssid = { ssid_name: 'x', ...defaultSsid() };
    expect(fieldsOf({ id: 7, network_id: 3, wpa_key: null, ...shown })).to.deep.equal(shown);
    expect(checked(shown)).to.deep.equal([]);
  });

  it('is idempotent', () => {
    const address = fc.ipV4();
    const inputs = fc.record(
      {
        ssid_name: fc.constantFrom('x', 'Gäste'),
        ssid_mode: fc.nat(9),
        is_enabled: fc.constantFrom(true, '0', 1),
        wpa_key: fc.constant('12345678'),
        dhcp_lease_time: fc.oneof(fc.nat(), fc.nat().map(String)),
        ip_address: address,
        dns_primary: fc.oneof(address, fc.ipV6()),
        splash_url: fc.webUrl(),
        acl_mac_list: fc.constantFrom('aabbcc000001,aabbcc000002', [], ['aa-bb-cc-00-00-01']),
        associated_aps_and_tags: fc.constantFrom('AP:1', ['tag:3', 'AP:9']),
        dhcp_mappings: fc.array(fc.record({ IPADDR: address, MAC: fc.constant('aabbcc000001') })),
        v_lan_attributes: fc.record(
          { v_lan_id: fc.integer({ min: 1, max: 4094 }), name: fc.constant('v') },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: ['ssid_name'] },
    );
    fc.assert(
      fc.property(inputs, (input) => {
        const once = fieldsOf(input);
        expect(fieldsOf(once)).to.deep.equal(once);
        expect(fieldsOf(input, 'create')).to.deep.equal(once);
      }),
    );
  });
});

describe('defaultSsid', () => {
  it('has every field except the name, in fresh lists', () => {
    expect(['ssid_name', ...Object.keys(defaultSsid())]).to.have.members(SSID_FIELD_NAMES);
    expect(defaultSsid().dhcp_ranges).not.to.equal(defaultSsid().dhcp_ranges);
  });
});

describe('checkSsid', () => {
  const subnet = { ip_address: '192.168.4.1', subnet_mask: '255.255.255.0' };
  const OUTSIDE = 'must be inside the subnet of ip_address and subnet_mask';

  it('accepts ranges inside the subnet', () => {
    const ssid = {
      ...subnet,
      dhcp_range_start: '192.168.4.9',
      dhcp_range_end: '192.168.4.10',
      dhcp_ranges: [{ START: '192.168.4.20', END: '192.168.4.30' }],
    };
    expect(checked(ssid)).to.deep.equal([]);
  });

  it('refuses a range that ends before it starts', () => {
    const message = 'dhcp_range_end must not be before dhcp_range_start';
    expect(checked({ dhcp_range_start: '10.0.0.10', dhcp_range_end: '10.0.0.9' })).to.deep.equal([message]);
    expect(checked({ dhcp_range_start: '10.0.0.10', dhcp_range_end: '10.0.0.10' })).to.deep.equal([]);
    expect(checked({ dhcp_range_start: '10.0.0.10', dhcp_range_end: null })).to.deep.equal([]);
  });

  it('refuses ranges outside the subnet, with one message per field', () => {
    const ssid = {
      ...subnet,
      dhcp_range_start: '192.168.5.10',
      dhcp_range_end: '192.168.3.9',
      dhcp_ranges: [
        { START: '192.168.4.20', END: '192.168.4.30' },
        { START: '192.168.4.250', END: '192.168.5.2' },
        { START: '10.0.0.1', END: '10.0.0.2' },
      ],
    };
    expect(checked(ssid)).to.deep.equal([
      `dhcp_range_start ${OUTSIDE}`,
      `dhcp_range_end ${OUTSIDE}`,
      `dhcp_ranges[1] ${OUTSIDE}`,
    ]);
  });

  it('skips the subnet check without both an address and a mask', () => {
    const range = { dhcp_range_start: '10.0.0.1', dhcp_range_end: '10.0.0.9' };
    expect(checked({ ip_address: '192.168.4.1', ...range })).to.deep.equal([]);
    expect(checked({ subnet_mask: '255.255.255.0', ip_address: null, ...range })).to.deep.equal([]);
  });
});

describe('judgeSsid', () => {
  it('checks the request merged with the stored fields', () => {
    const stored = { ip_address: '10.0.0.1', subnet_mask: '255.255.255.0' };
    const { ssid, problems } = judgeSsid(stored, { dhcp_range_start: '10.0.1.5' }, 'update');
    expect(ssid).to.deep.equal({ ...stored, dhcp_range_start: '10.0.1.5' });
    expect([...problems.keys()]).to.deep.equal(['dhcp_range_start']);
  });

  it('reports single and combined errors, each field once, in the order of the table', () => {
    const stored = { dhcp_range_start: '10.0.0.9', dhcp_range_end: '10.0.0.20' };
    const input = { dns_mode: 'x', dhcp_range_end: 'y', dhcp_range_start: '10.0.0.30', nat: 'z' };
    expect(problemText(judgeSsid(stored, input, 'update').problems)).to.equal(
      'nat must be a string of digits,dhcp_range_end must be an IPv4 address,dns_mode must be a string of digits',
    );
    expect(
      problemText(judgeSsid(stored, { dhcp_range_end: '10.0.0.1', nat: 'z' }, 'update').problems),
    ).to.equal('nat must be a string of digits,dhcp_range_end must not be before dhcp_range_start');
  });

  it('puts messages without a field of the table last', () => {
    expect(
      problemText(
        new Map([
          ['network_id', 'b'],
          ['v_lan_attributes', 'a'],
        ]),
      ),
    ).to.equal('a,b');
  });
});
