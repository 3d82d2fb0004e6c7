import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { ENDPOINTS } from '../../api/endpoints.js';
import { exportFleet } from '../../shared/import/operations/export-fleet.js';
import { BadFleet } from '../../shared/import/domain/faults.js';
import { openFleetFile } from '../../shared/import/file/fleet-file.js';
import { importFleet } from '../../shared/import/operations/import-fleet.js';
import { makePart } from '../fixtures/records/device.js';
import { makeOperator, makeUser, type TestUser } from '../fixtures/records/organisation.js';
import { EVERY_FIELD, makeSsid } from '../fixtures/records/ssid.js';
import { makeTemplate } from '../fixtures/records/uplink.js';
import { makeUpgrade } from '../fixtures/records/upgrade.js';
import { readingRequests, type Reading } from '../fixtures/reading-requests.js';
import { tomorrow, upgradeFixture, type UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import { comparable, Installation, withPassphrase } from './installation.js';

const PASSPHRASE = 'a passphrase of the test';
const WPA_KEY = 'not-in-clear-text';
const AP = '/v1/access_points';

describe('an exported fleet', () => {
  let from: Installation;
  let fixture: UpgradeFixture;
  let restricted: TestUser;
  let folder: string;
  let content: string;
  let macs: string[];
  let ssidIds: number[];
  let serial: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'airfleet-export-'));
    from = await Installation.open();
    fixture = await upgradeFixture(from.api);
    await fill();
    content = await exported(fixture.org);
  });
  after(async () => {
    await from.close();
    await rm(folder, { recursive: true });
  });

  async function fill(): Promise<void> {
    const { deps } = from.api;
    const switchPart = await makePart(deps, { isSwitch: true });
    const windows = [{ days: ['sat', 'sun'], from: '22:00', to: '04:00' }];
    const hours = { time_zone: 'America/New_York', windows };
    const set = await fixture.call('PATCH', `/v1/networks/${fixture.network._id}`, { body: hours });
    expect(set.status, set.text).to.equal(200);
    const fields = {
      network: fixture.network,
      tags: [fixture.tag],
      firmwareVersion: '1.0',
      externalGuid: 'guid',
    };
    const lobby = await fixture.device({
      ...fields,
      name: 'Lobby',
      activatedOn: new Date(1_700_000_000_123),
    });
    const core = await fixture.device({ name: 'Core', part: switchPart, network: fixture.network });
    const spare = await fixture.device({ name: '' });
    const gone = await fixture.device({ name: 'Gone', network: fixture.network });
    await deps.mongo.models.switchConfigurations.create({
      _id: core.macId,
      ports: [{ name: 'uplink', portNumber: 1 }],
    });
    for (const device of [lobby, core]) {
      const ports = [
        { number: 0, status: 'UP', speed: '1000', total_usage: { rx: 1, tx: 2 } },
        { number: 1, status: 'DOWN' },
      ];
      const beat = await from.api.call('POST', '/device/v1/heartbeat', {
        headers: { Authorization: `Bearer ${device.deviceKey}` },
        body: { mac_id: device.macId, firmware_version: '1.5', ...(device === core ? { ports } : {}) },
      });
      expect(beat.status, beat.text).to.equal(200);
    }
    const template = await makeTemplate(deps, fixture.org, ['1', '2']);
    const applied = await fixture.call('PUT', `${AP}/apply_configuration`, {
      body: { mac_ids: lobby.macId, init_template_id: template._id },
    });
    expect(applied.status, applied.text).to.equal(200);
    const home = {
      organisation: { _id: fixture.org } as never,
      network: fixture.network,
      admin: fixture.admin,
    };
    const targets = [`AP:${lobby._id}`, `tag:${fixture.tag._id}`];
    ssidIds = [
      await makeSsid(from.api, home, {
        ...EVERY_FIELD,
        ssid_name: 'full',
        wpa_key: WPA_KEY,
        associated_aps_and_tags: targets,
      }),
      await makeSsid(from.api, home, { ssid_name: 'bare' }),
    ];
    const later = { schedule_type: 'later', schedule_at: tomorrow(), time_zone: 'Europe/Berlin' };
    await fixture.post({ ...later, aps: [`network:${fixture.network._id}`, `tag:${fixture.tag._id}`] });
    await fixture.post({ schedule_type: 'now', aps: [`AP:${spare._id}`], save_prev_config: true });
    const past = new Date(1_750_000_000_289);
    await makeUpgrade(deps, lobby, 'Downloading', {
      version: '1.10.0',
      progress: 40,
      attempts: 2,
      message: 'slow',
      createdAt: past,
    });
    await makeUpgrade(deps, core, 'Failed', {
      version: '0.9',
      createdAt: past,
      updatedAt: past,
      attempts: 4,
    });
    await makeUpgrade(deps, gone, 'Success', { createdAt: past, updatedAt: new Date(past.getTime() + 1) });
    const removed = await fixture.call('POST', `${AP}/remove_devices`, { body: { devices: [gone.macId] } });
    expect(removed.status, removed.text).to.equal(200);
    restricted = await makeUser(deps, fixture.org, {
      role: 'viewer',
      tier: 2,
      networks: [{ id: fixture.network._id, access: 'read' }],
      manageInventory: false,
    });
    macs = [lobby.macId, core.macId, spare.macId];
    serial = lobby.routerSerialNumber;
  }

  async function exported(
    organisationId: number | null,
    exportPassphrase: string | null = PASSPHRASE,
  ): Promise<string> {
    return text(Readable.from(exportFleet(withPassphrase(from, exportPassphrase), { organisationId })));
  }

  async function importInto(to: Installation, fleet: string, exportPassphrase = PASSPHRASE) {
    const path = join(folder, `${Math.random().toString(36).slice(2)}.json`);
    await writeFile(path, fleet);
    const file = await openFleetFile(path);
    try {
      return await importFleet(withPassphrase(to, exportPassphrase), file);
    } finally {
      await file.close();
    }
  }

  async function readings(): Promise<Map<string, Reading[]>> {
    const list = await fixture.call('GET', '/upgrades.json');
    const { upgrades } = (list.body as { data: { upgrades: { id: number }[] } }).data;
    expect(upgrades).to.have.length(6);
    const upgradeIds = upgrades.map(({ id }) => id);
    return readingRequests({ macs, serial, ssidIds, upgradeIds, networkId: fixture.network._id });
  }

  it('answers every reading operation as before when it is imported into an empty database', async () => {
    const to = await Installation.open();
    try {
      await importInto(to, content);
      const requests = await readings();
      for (const { operation, changes } of ENDPOINTS) {
        if (changes) continue;
        expect(requests.has(operation), `${operation} has no row in this test`).to.equal(true);
        for (const [path, query] of requests.get(operation) ?? []) {
          for (const { token } of [fixture.admin, restricted]) {
            const before = await from.api.call('GET', path, { query, token });
            const after = await to.api.call('GET', path, { query, token });
            const what = `${path} ${JSON.stringify(query)}`;
            expect([after.status, comparable(after.body)], what).to.deep.equal([
              before.status,
              comparable(before.body),
            ]);
          }
        }
      }
      const shown = await to.api.call('GET', `/v1/network_ssids/${ssidIds[0]}`, {
        token: fixture.admin.token,
      });
      expect(shown.text).to.include(WPA_KEY);
    } finally {
      await to.close();
    }
  });

  it('changes nothing when it is imported into its own database', async () => {
    const counts = await importInto(from, content);
    const changed = [...counts].filter(([, { added, changed: differing }]) => added + differing > 0);
    expect(changed).to.deep.equal([]);
  });

  it('holds no secret in clear text, and keys of SSIDs only with a passphrase', async () => {
    const whole = await exported(null);
    const bare = await exported(fixture.org, null);
    for (const one of [content, whole, bare]) {
      expect(one).not.to.include(WPA_KEY);
      expect(one).not.to.include(fixture.admin.token);
    }
    expect(whole).to.include('sealed_wpa_key');
    expect(bare).not.to.include('sealed_wpa_key');
  });

  it('brings operators of the installation, who sign in as before, and none with one organisation', async () => {
    const { operator, token } = await makeOperator(from.api.deps, 'a-hash');
    const to = await Installation.open();
    try {
      expect(await exported(fixture.org)).not.to.include(operator.email);
      await importInto(to, await exported(null));
      const stored = await to.database.mongo.models.operators.findOne({ email: operator.email }).lean();
      expect(stored?.passwordHash).to.equal('a-hash');
      const organisation = { token, query: { organisation_id: fixture.org } };
      const [before, after] = await Promise.all(
        [from, to].map(({ api }) => api.call('GET', `${AP}/list_inventory`, organisation)),
      );
      expect(after?.status).to.equal(before?.status);
      expect(before?.status).not.to.equal(401);
    } finally {
      await to.close();
    }
  });

  it('is refused with another passphrase, naming the path of each key', async () => {
    const to = await Installation.open();
    try {
      const refusal: unknown = await importInto(to, content, 'another').catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(BadFleet);
      expect((refusal as BadFleet).faults).to.deep.equal([
        'network_ssids[0].sealed_wpa_key: does not open with this AIRFLEET_EXPORT_PASSPHRASE',
      ]);
      expect(await to.database.mongo.models.organisations.countDocuments()).to.equal(0);
    } finally {
      await to.close();
    }
  });

  it('holds only the records of the requested organisation', async () => {
    const other = await upgradeFixture(from.api);
    await other.device({ name: 'Theirs' });
    const { email } = other.admin.user;
    const one = await exported(fixture.org);
    expect(one).not.to.include('Theirs').and.not.include(email);
    expect(await exported(null))
      .to.include('Theirs')
      .and.include(email);
  });
});
