import { expect } from 'chai';
import type { ExtraSettings } from '../../../shared/configuration/domain/document.js';
import { renderDocument } from '../../../shared/configuration/domain/render-document.js';
import type { Ssid } from '../../../shared/ssids/domain/ssid-fields.js';
import { noExtras, type SsidExtras } from '../../../shared/ssids/domain/ssid-extras.js';
import { sourcesWith } from '../sources.js';

function extrasOf(extras: Partial<SsidExtras>, fields: Partial<Ssid> = {}, networkId = 1) {
  const sources = sourcesWith({ extras: { ...noExtras(), ...extras }, ...fields });
  const ssids = sources.ssids.map((ssid) => ({ ...ssid, networkId }));
  return renderDocument({ ...sources, ssids }).document.wireless[0]?.extras;
}

const domainOf = (extras: ExtraSettings | undefined) => extras?.fast_roaming?.mobility_domain;

describe('the extras of an SSID in a document', () => {
  // docs/configuration.md#extras
  it('are all present, and off or null while they are not set', () => {
    expect(extrasOf({})).to.deep.equal({
      fast_roaming: null,
      neighbor_reports: false,
      bss_transition: false,
      dynamic_vlan: false,
      dtim_period: null,
      dhcp_relay_address: null,
      options: { hostapd: [], uci: [] },
    });
  });

  it('have one mobility domain for a name in a network', () => {
    const domain = domainOf(extrasOf({ fast_roaming: true }));
    expect(domain).to.match(/^[0-9a-f]{4}$/);
    expect(domainOf(extrasOf({ fast_roaming: true }, { max_association: 5 }))).to.equal(domain);
    expect(domainOf(extrasOf({ fast_roaming: true }, { ssid_name: 'Bar' }))).not.to.equal(domain);
    expect(domainOf(extrasOf({ fast_roaming: true }, {}, 2))).not.to.equal(domain);
  });

  it('have no fast roaming without a key or a RADIUS server, and VLANs of clients with EAP only', () => {
    for (const security_mode of ['0', '7'])
      expect(extrasOf({ fast_roaming: true }, { security_mode })?.fast_roaming).to.equal(null);
    expect(extrasOf({ dynamic_vlan: true })?.dynamic_vlan).to.equal(false);
  });

  it('have options as sorted lines', () => {
    const options = { hostapd: { venue_name: 'eng:Café "A"', okc: '1' }, uci: { uapsd: '0' } };
    expect(extrasOf({ options, dtim_period: 3, dhcp_relay_address: '192.0.2.9' })).to.deep.include({
      options: { hostapd: ['okc=1', 'venue_name=eng:Café "A"'], uci: ['uapsd=0'] },
      dtim_period: 3,
      dhcp_relay_address: '192.0.2.9',
    });
  });
});
