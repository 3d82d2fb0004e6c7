import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import '../../fixtures/seed.js';
import {
  renderDocument,
  type DocumentSources,
} from '../../../shared/configuration/domain/render-document.js';
import { canonicalForm, saltOf } from '../../../shared/configuration/domain/revision.js';
import { sourcesWith, vectorSources } from '../sources.js';

const VECTOR = 'a5ff896cec86187a9abf3efba4d6f7677e709c7f3c3a7113873dc1a972ecf2a0';

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

function revisionWith(...args: Parameters<typeof sourcesWith>): string {
  return renderDocument(sourcesWith(...args)).revision;
}

// docs/configuration.md#revision
describe('the revision of a document', () => {
  it('of the vector is the SHA-256 of its 1,413 bytes', () => {
    const { document, revision, leftOut } = renderDocument(vectorSources());
    expect(leftOut).to.deep.equal([]);
    expect(Buffer.byteLength(canonicalForm(document))).to.equal(1413);
    expect(revision).to.equal(VECTOR);
  });

  it('is in its sorted place in the body, and a device removes it to compute it', () => {
    const { document, body } = renderDocument(vectorSources());
    expect(body).to.contain(`}],"revision":"${VECTOR}","salt":`);
    expect(body.replace(/"revision":"[0-9a-f]{64}",/, '')).to.equal(canonicalForm(document));
    expect(sha256(canonicalForm(document))).to.equal(VECTOR);
  });

  it('does not change by an edit without effect', () => {
    const withoutEffect: Partial<DocumentSources['ssids'][number]['ssid']>[] = [
      { dhcp_lease_time: 60 },
      { ssid_qos: 500 },
      { success_url: 'https://example.org/' },
      { walled_garden_range: 'example.org' },
      { acl_mac_list: ['02:00:00:00:00:01'] },
      { default_interim_time: 5 },
      { wna: '3' },
      { psk_type: '1' },
      { ssid_mode: '2' },
      { radio_band: '5' },
      { wpa_algorithm: '01' },
      { v_lan_attributes: { name: 'x', enable_dhcp_on_v_lan: true, v_lan_id: null, id: 4 } },
    ];
    const plain = revisionWith({});
    fc.assert(
      fc.property(fc.subarray(withoutEffect), (edits) => {
        expect(revisionWith(Object.assign({}, ...edits) as object)).to.equal(plain);
      }),
    );
  });

  it('does not depend on the order of SSIDs, uplinks, ports and MAC addresses', () => {
    const macs = ['02:00:00:00:00:01', '02:00:00:00:00:02', '02:00:00:00:00:03'];
    const [{ ssid, servers }] = sourcesWith({}).ssids as [DocumentSources['ssids'][number]];
    const details = { uplink_type: '1' };
    const render = (order: readonly number[]) =>
      renderDocument({
        ...vectorSources(),
        ssids: order.map((id) => {
          const acl_mac_list = order.map((place) => macs[place] ?? '');
          const fields = { mac_filter_policy: '1', acl_mac_list, ssid_name: `Lobby ${id}` };
          return { id, networkId: 1, servers, ssid: { ...ssid, ...fields } };
        }),
        uplinks: order.map((id) => ({ id, uplinkType: '1', details: { ...details, priority: id } })),
        ports: order.map((number) => ({ number, name: `port ${number}` })),
      }).revision;
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), (order) => {
        expect(render(order)).to.equal(render([0, 1, 2]));
      }),
    );
  });

  it('is that of valid UTF-8 without control characters, whatever the names hold', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff)), (units) => {
        const name = String.fromCharCode(...units);
        const sources = sourcesWith({}, { name: `\ud800.${name}\n` });
        const { document, revision, body } = renderDocument(sources);
        expect(document.device.name.startsWith(' .')).to.equal(true);
        expect(Buffer.from(body, 'utf8').toString('utf8')).to.equal(body);
        expect(/\p{Cc}/u.test(body)).to.equal(false);
        expect(body).to.equal(canonicalForm({ ...document, revision }));
        expect(revision).to.equal(sha256(canonicalForm(document)));
      }),
    );
  });

  it('differs for two devices with the same settings by their salts', () => {
    const key = Buffer.alloc(32, 7);
    expect(saltOf(key, 1)).to.match(/^[0-9a-f]{32}$/);
    expect(saltOf(key, 1)).not.to.equal(saltOf(key, 2));
    expect(saltOf(Buffer.alloc(32, 8), 1)).not.to.equal(saltOf(key, 1));
  });
});
