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
import { decryptEntries } from '../../shared/configuration/domain/uplink-secrets.js';
import { makeOperator } from '../fixtures/records/organisation.js';
import { readingRequests, type Reading } from '../fixtures/reading-requests.js';
import { upgradeFixture, type UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import { fillFleet, UPLINK_PASSWORD, WPA_KEY, type FilledFleet } from './filled-fleet.js';
import { comparable, Installation, withPassphrase } from './installation.js';

const PASSPHRASE = 'a passphrase of the test';
const AP = '/v1/access_points';

describe('an exported fleet', () => {
  let from: Installation;
  let fixture: UpgradeFixture;
  let fleet: FilledFleet;
  let folder: string;
  let content: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'airfleet-export-'));
    from = await Installation.open();
    fleet = await fillFleet(from.api);
    fixture = fleet.fixture;
    content = await exported(fixture.org);
  });
  after(async () => {
    await from.close();
    await rm(folder, { recursive: true });
  });

  async function exported(
    organisationId: number | null,
    exportPassphrase: string | null = PASSPHRASE,
  ): Promise<string> {
    return text(Readable.from(exportFleet(withPassphrase(from, exportPassphrase), { organisationId })));
  }

  async function importInto(to: Installation, written: string, exportPassphrase = PASSPHRASE) {
    const path = join(folder, `${Math.random().toString(36).slice(2)}.json`);
    await writeFile(path, written);
    const file = await openFleetFile(path);
    try {
      return await importFleet(withPassphrase(to, exportPassphrase), file);
    } finally {
      await file.close();
    }
  }

  /** The entries of the init templates with their secrets. */
  async function templateSecrets({ api, database }: Installation): Promise<object[]> {
    const templates = await database.mongo.models.initTemplates.find({ organisationId: fixture.org }).lean();
    return templates.map(({ _id, details: entries, secrets }) =>
      decryptEntries(api.deps.env.encryptionKeys, 'init_templates', _id, { entries, secrets }),
    );
  }

  async function readings(): Promise<Map<string, Reading[]>> {
    const list = await fixture.call('GET', '/upgrades.json');
    const { upgrades } = (list.body as { data: { upgrades: { id: number }[] } }).data;
    expect(upgrades).to.have.length(6);
    const upgradeIds = upgrades.map(({ id }) => id);
    const listed = await fixture.call('GET', '/v1/devices');
    const { devices } = (listed.body as { data: { devices: { id: number }[] } }).data;
    const deviceIds = devices.map(({ id }) => id);
    const { macs, serial, ssidIds, radiusServerIds } = fleet;
    const networkId = fixture.network._id;
    return readingRequests({ macs, deviceIds, serial, ssidIds, radiusServerIds, upgradeIds, networkId });
  }

  // docs/operations.md
  it('leaves out the pending upgrades of rollouts with a message', async () => {
    const { models } = from.database.mongo;
    const pending = { organisationId: fixture.org, status: '' } as const;
    const waiting = await models.upgrades.findOneAndUpdate(pending, { $set: { inRollout: true } }).orFail();
    const leftOut: string[] = [];
    const request = { organisationId: fixture.org, onLeftOut: (kind: string) => void leftOut.push(kind) };
    const written = JSON.parse(
      await text(Readable.from(exportFleet(withPassphrase(from, PASSPHRASE), request))),
    ) as {
      upgrades: { id: number }[];
    };
    expect(leftOut).to.deep.equal(['upgrade']);
    expect(written.upgrades.map(({ id }) => id)).not.to.include(waiting._id);
    await models.upgrades.updateOne({ _id: waiting._id }, { $unset: { inRollout: 1 } });
  });

  it('answers every reading operation as before when it is imported into an empty database', async () => {
    const to = await Installation.open();
    try {
      await importInto(to, content);
      const requests = await readings();
      for (const { operation, changes } of ENDPOINTS) {
        if (changes) continue;
        expect(requests.has(operation), `${operation} has no row in this test`).to.equal(true);
        for (const [path, query] of requests.get(operation) ?? []) {
          for (const { token } of [fixture.admin, fleet.restricted]) {
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
      const shown = await to.api.call('GET', `/v1/network_ssids/${fleet.ssidIds[0]}`, {
        token: fixture.admin.token,
      });
      expect(shown.text).to.include(WPA_KEY);
      expect(await templateSecrets(to)).to.deep.equal(await templateSecrets(from));
      expect(JSON.stringify(await templateSecrets(to))).to.include(UPLINK_PASSWORD);
    } finally {
      await to.close();
    }
  });

  it('changes nothing when it is imported into its own database', async () => {
    const counts = await importInto(from, content);
    const changed = [...counts].filter(([, { added, changed: differing }]) => added + differing > 0);
    expect(changed).to.deep.equal([]);
  });

  it('holds no secret in clear text, and keys of SSIDs and uplinks only with a passphrase', async () => {
    const whole = await exported(null);
    const bare = await exported(fixture.org, null);
    for (const one of [content, whole, bare]) {
      for (const secret of [WPA_KEY, UPLINK_PASSWORD, '12345678']) expect(one).not.to.include(secret);
      expect(one).not.to.include(fixture.admin.token);
    }
    const names = ['encrypted_wpa_key', 'encrypted_password', 'encrypted_key'];
    for (const name of names) {
      expect(whole).to.include(name);
      expect(bare).not.to.include(name);
    }
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
      const paths = [
        'uplinks[0].details.encrypted_password',
        'uplinks[1].details.encrypted_key',
        'init_templates[0].details[0].encrypted_password',
        'init_templates[0].details[1].encrypted_key',
        'radius_servers[0].encrypted_secret',
        'network_ssids[0].encrypted_wpa_key',
      ];
      expect((refusal as BadFleet).faults).to.deep.equal(
        paths.map((path) => `${path}: does not open with this AIRFLEET_EXPORT_PASSPHRASE`),
      );
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
