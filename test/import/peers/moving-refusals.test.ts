import { expect } from 'chai';
import { access } from 'node:fs/promises';
import { UsageError } from '../../../api/cli/command.js';
import type { PeerName } from '../../../shared/import/domain/peers/peer-fleet.js';
import { makeOrganisation } from '../../fixtures/records/organisation.js';
import { Mover } from './mover.js';

const NETWORK = { id: 'N_1', name: 'Pier', productTypes: ['wireless'], timeZone: 'Europe/Oslo', tags: [] };
const AP = {
  mac: '02:4d:45:00:01:01',
  serial: 'Q-1',
  model: 'MR36',
  productType: 'wireless',
  networkId: 'N_1',
};
const SSID = { number: 0, name: 'Pier', enabled: true, authMode: 'open', ipAssignmentMode: 'Bridge mode' };

// docs/moving.md#moving-5
describe('an export that cannot be converted', () => {
  let mover: Mover;
  before(async () => {
    mover = await Mover.open();
  });
  after(() => mover.close());

  async function refusal(peer: PeerName, files: Readonly<Record<string, unknown>>): Promise<string[]> {
    const paths = [];
    for (const [name, content] of Object.entries(files)) paths.push(await mover.file(name, content));
    const { code, lines } = await mover.convert(peer, paths);
    expect(code).to.equal(1);
    expect(
      await access(mover.target).then(
        () => true,
        () => false,
      ),
    ).to.equal(false);
    return lines;
  }

  it('is refused by file and path when a value has another type, without the value', async () => {
    expect(await refusal('meraki', { 'n.json': [{ ...NETWORK, name: 7 }] })).to.deep.equal([
      'n.json: [0].name must be a text',
    ]);
    expect(
      await refusal('meraki', { 'n.json': [NETWORK], 'd.json': [{ ...AP, mac: 'secret' }] }),
    ).to.deep.equal(['d.json: [0].mac must be the MAC address of a device']);
    const ssid = { ...SSID, psk: { secret: 'hidden' }, authMode: 'psk', wpaEncryptionMode: 'WPA2 only' };
    expect(await refusal('meraki', { 'n.json': [NETWORK], 's-N_1.json': [ssid] })).to.deep.equal([
      's-N_1.json: [0].psk must be a text',
    ]);
  });

  it('is refused when a record is of no kind, or refers to what the files do not have', async () => {
    expect(await refusal('meraki', { 'n.json': [{ colour: 'red' }] })).to.deep.equal([
      'n.json: [0] is none of: networks, devices, ssids',
    ]);
    expect(await refusal('meraki', { 'd.json': [AP] })).to.deep.equal([
      'd.json: [0] is in a network that the files do not have',
    ]);
    const [line] = await refusal('meraki', { 'n.json': [NETWORK], 'ssids.json': [SSID] });
    expect(line).to.match(/^ssids\.json: \[0\] has no network: name the file/);
    const device = { mac_address: '02:4f:57:00:01:01', organization: 'o', group: null };
    expect(await refusal('openwisp', { 'd.json': { results: [device], next: null } })).to.deep.equal([
      'd.json: results[0].organization names no organization of the files: add the list of organizations',
    ]);
    const wlan = { name: 'a', security: 'open', site_id: 's' };
    expect(await refusal('unifi', { 'w.json': { data: [wlan] } })).to.deep.equal([
      'w.json: data[0] names no site of the files: add the list of sites',
    ]);
  });

  it('is refused when it is no JSON, no UTF-8, missing, or nested too deeply', async () => {
    expect(await refusal('unifi', { 'a.json': '{"x_passphrase": "hidden' })).to.deep.equal([
      'a.json is not JSON',
    ]);
    expect(await refusal('unifi', { 'a.json': '['.repeat(40) + ']'.repeat(40) })).to.deep.equal([
      'a.json is nested deeper than 32 levels',
    ]);
    const { lines } = await mover.convert('unifi', ['/nowhere/missing.json']);
    expect(lines).to.deep.equal(['missing.json cannot be read']);
    const folder = await mover.convert('unifi', [mover.folder]);
    expect(folder.lines[0]).to.match(/ is no file$/);
  });

  it('is refused as an import refuses it, with the places in the export', async () => {
    const long = { ...SSID, name: 'x'.repeat(33) };
    const lines = await refusal('meraki', { 'n.json': [NETWORK], 's-N_1.json': [long] });
    expect(lines).to.deep.equal([
      'network_ssids[0].ssid_name: must be text of 1 to 32 bytes without control characters (s-N_1.json: [0])',
      'Nothing was written',
    ]);
    const many = Array.from({ length: 17 }, (_, number) => ({ ...SSID, number, name: `Pier ${number}` }));
    const [line] = await refusal('meraki', { 'n.json': [NETWORK], 's-N_1.json': many });
    expect(line).to.match(
      /^network_ssids\[16\]: network \d+ has 16 SSIDs, which is the most \(s-N_1\.json: \[16\]\)$/,
    );
    const small = await makeOrganisation(mover.installation.api.deps, { noOfAps: 0 });
    const paths = [await mover.file('n.json', [NETWORK]), await mover.file('d.json', [AP])];
    const full = await mover.convert('meraki', paths, 500, small._id);
    expect(full.lines[0]).to.match(/^devices\[0\]: organisation \d+ has no room for it/);
  });

  it('needs an organisation that exists, and at least one file', async () => {
    const refused = async (run: Promise<unknown>): Promise<string> => {
      const error: unknown = await run.catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(UsageError);
      return (error as Error).message;
    };
    const path = await mover.file('n.json', [NETWORK]);
    expect(await refused(mover.convert('meraki', [path], 500, 987_654))).to.equal(
      'There is no organisation 987654',
    );
    expect(await refused(mover.convert('meraki', []))).to.equal('There must be at least one file');
    expect(await refused(mover.convert('meraki', [path], 1e12))).to.match(/^--first-id must be at most/);
  });
});

// docs/moving.md#moving-6
describe('an SSID that cannot be converted without admitting others', () => {
  let mover: Mover;
  beforeEach(async () => {
    mover = await Mover.open();
  });
  afterEach(() => mover.close());

  const cases: Readonly<Record<string, object>> = {
    'its key is not in the export': { authMode: 'psk', wpaEncryptionMode: 'WPA2 only' },
    'its key is too short': { authMode: 'psk', wpaEncryptionMode: 'WPA2 only', psk: 'short' },
    'its sign-in has no counterpart': { authMode: '8021x-google' },
    'its generation of WPA is unknown': { authMode: 'psk', wpaEncryptionMode: 'WPA9', psk: 'long-enough' },
    'its key is WEP': {
      authMode: 'psk',
      encryptionMode: 'wep',
      wpaEncryptionMode: 'WPA2 only',
      psk: 'long-enough',
    },
    'its portal has no counterpart': { splashPage: 'Sponsored guest' },
    'the access point is its router': { ipAssignmentMode: 'NAT mode' },
    'its RADIUS server has a name': {
      authMode: '8021x-radius',
      wpaEncryptionMode: 'WPA2 only',
      radiusServers: [{ host: 'radius.example.net', port: 1812 }],
    },
  };
  for (const [title, fields] of Object.entries(cases)) {
    it(`is off when ${title}, whatever the order of its fields`, async () => {
      const ssid = { ...SSID, ...fields };
      const reversed = { ...Object.fromEntries(Object.entries(ssid).toReversed()), name: 'Reversed' };
      const paths = [await mover.file('n.json', [NETWORK]), await mover.file('s-N_1.json', [ssid, reversed])];
      const { code, lines } = await mover.convert('meraki', paths);
      expect(code, lines.join('\n')).to.equal(0);
      const converted = (await mover.fleet())['network_ssids'] ?? [];
      expect(converted.map((row) => row['is_enabled'])).to.deep.equal([false, false]);
      expect(lines.filter((line) => line.endsWith(': the SSID is off'))).to.have.length(2);
      await mover.import();
    });
  }
});
