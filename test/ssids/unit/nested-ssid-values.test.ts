import { expect } from 'chai';
import { readField } from '../../fixtures/ssid-fields.js';

describe('nested SSID fields', () => {
  it('accept MACs in any notation in acl_mac_list, as a list or text, and return each once in canonical form', () => {
    const expected = ['AA:BB:CC:00:00:01', 'AA:BB:CC:00:00:02'];
    expect(readField('acl_mac_list', ['aa-bb-cc-00-00-01', 'aabb.cc00.0002', 'AABBCC000001'])).to.deep.equal(
      expected,
    );
    expect(readField('acl_mac_list', 'aa-bb-cc-00-00-01, aabb.cc00.0002\nAABBCC000001')).to.deep.equal(
      expected,
    );
    expect(readField('acl_mac_list', [])).to.deep.equal([]);
    expect(readField('acl_mac_list', ['AABBCC000001', 'x'])).to.equal(
      'acl_mac_list[1] must be a MAC address',
    );
    expect(readField('acl_mac_list', [null, ''])).to.deep.equal([]);
    expect(readField('acl_mac_list', { 0: 'AABBCC000001' })).to.equal(
      'acl_mac_list must be a list of MAC addresses',
    );
    expect(readField('acl_mac_list', Array(1001).fill('x'))).to.equal(
      'acl_mac_list must have at most 1000 entries',
    );
  });

  it('refuse MACs in acl_mac_list and dhcp_mappings that are not those of one station, and name the entry', () => {
    const groups = {
      '01-00-5e-00-00-01': '01:00:5E:00:00:01 is a multicast address',
      '3333.0000.0001': '33:33:00:00:00:01 is a multicast address',
      ffffffffffff: 'FF:FF:FF:FF:FF:FF is the broadcast address',
      '00:00:00:00:00:00': '00:00:00:00:00:00 is no address',
    };
    for (const [mac, problem] of Object.entries(groups)) {
      const fault = ` must be the MAC address of a station: ${problem}`;
      expect(readField('acl_mac_list', ['02:00:5E:10:00:01', mac])).to.equal(`acl_mac_list[1]${fault}`);
      expect(readField('acl_mac_list', `02:00:5E:10:00:01,${mac}`)).to.equal(`acl_mac_list[1]${fault}`);
      expect(readField('dhcp_mappings', [{ IPADDR: '10.0.0.5', MAC: mac }])).to.equal(
        `dhcp_mappings[0].MAC${fault}`,
      );
    }
  });

  it('accept devices and tags in associated_aps_and_tags', () => {
    expect(readField('associated_aps_and_tags', ['AP:1', 'tag:2', 'AP:1'])).to.deep.equal(['AP:1', 'tag:2']);
    expect(readField('associated_aps_and_tags', 'AP:1,tag:2')).to.deep.equal(['AP:1', 'tag:2']);
    for (const entry of ['network:1', 'AP:0', 'ap:1', 'AP:1,AP:2', 1, {}]) {
      expect(readField('associated_aps_and_tags', ['AP:7', entry])).to.equal(
        'associated_aps_and_tags[1] must be AP:<device id> or tag:<tag id>',
      );
    }
  });

  it('accept addresses and MACs in dhcp_mappings', () => {
    const given = [{ IPADDR: '10.0.0.5', MAC: 'aabbcc000001', id: 4 }];
    expect(readField('dhcp_mappings', given)).to.deep.equal([
      { IPADDR: '10.0.0.5', MAC: 'AA:BB:CC:00:00:01' },
    ]);
    const bad = (entry: unknown): unknown => readField('dhcp_mappings', [...given, entry]);
    expect(bad({ MAC: 'aabbcc000001' })).to.equal('dhcp_mappings[1].IPADDR must be an IPv4 address');
    expect(bad({ IPADDR: '10.0.0.5' })).to.equal('dhcp_mappings[1].MAC must be a MAC address');
    expect(bad('10.0.0.5')).to.equal('dhcp_mappings[1] must be an object with IPADDR and MAC');
    expect(bad(null)).to.deep.equal([{ IPADDR: '10.0.0.5', MAC: 'AA:BB:CC:00:00:01' }]);
    expect(readField('dhcp_mappings', '10.0.0.5')).to.equal(
      'dhcp_mappings must be a list of objects with IPADDR and MAC',
    );
  });

  it('accept ranges that do not end before they start in dhcp_ranges', () => {
    expect(readField('dhcp_ranges', [{ START: '10.0.0.9', END: '10.0.0.10', x: 1 }])).to.deep.equal([
      { START: '10.0.0.9', END: '10.0.0.10' },
    ]);
    expect(readField('dhcp_ranges', [{ START: '10.0.0.9', END: '10.0.0.9' }])).to.have.lengthOf(1);
    expect(readField('dhcp_ranges', [{ START: '10.0.0.9', END: '10.0.0.8' }])).to.equal(
      'dhcp_ranges[0].START must not be after END',
    );
    expect(readField('dhcp_ranges', [{ END: '10.0.0.8' }])).to.equal(
      'dhcp_ranges[0].START must be an IPv4 address',
    );
    expect(readField('dhcp_ranges', [{ START: '10.0.0.9' }])).to.equal(
      'dhcp_ranges[0].END must be an IPv4 address',
    );
    expect(readField('dhcp_ranges', [[]])).to.equal('dhcp_ranges[0] must be an object with START and END');
  });

  it('accept a VLAN of 1 to 4094 in v_lan_attributes, and set missing parts to null', () => {
    expect(
      readField('v_lan_attributes', { v_lan_id: '4094', enable_dhcp_on_v_lan: '1', name: 'guest', other: 1 }),
    ).to.deep.equal({
      name: 'guest',
      enable_dhcp_on_v_lan: true,
      v_lan_id: 4094,
      id: null,
    });
    for (const v_lan_id of [0, 4095, '0', 1.5, 'x', true, []]) {
      expect(readField('v_lan_attributes', { v_lan_id })).to.equal(
        'v_lan_attributes.v_lan_id must be a whole number from 1 to 4094',
      );
    }
    expect(readField('v_lan_attributes', { enable_dhcp_on_v_lan: 'x' })).to.equal(
      'v_lan_attributes.enable_dhcp_on_v_lan must be true or false',
    );
    expect(readField('v_lan_attributes', { id: -1 })).to.equal(
      'v_lan_attributes.id must be a whole number of 0 or more',
    );
    expect(readField('v_lan_attributes', { name: 1 })).to.match(/^v_lan_attributes\.name must be text/);
    expect(readField('v_lan_attributes', [])).to.match(/^v_lan_attributes must be an object/);
  });
});
