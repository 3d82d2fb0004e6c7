import { expect } from 'chai';
import { readEnv } from '../../../shared/platform/env/env.js';
import { keyIdOf } from '../../../shared/platform/values/encrypt.js';
import { reencryptBases } from '../../../shared/configuration/operations/reencrypt-bases.js';
import { decryptRadiusSecret } from '../../../shared/ssids/domain/radius-secret.js';
import { decryptWpaKey } from '../../../shared/ssids/domain/wpa-key.js';
import { rotateKeys } from '../../../shared/ssids/operations/rotate-keys.js';
import { startTestApi, type CallOptions, type TestApi } from '../../fixtures/api.js';
import { runCli, type CliRun } from '../../fixtures/cli.js';
import { makeRadiusServer, RADIUS_SECRET } from '../../fixtures/records/radius-server.js';
import { makeSsid, makeSsidHome, shownSsid, storedSsid, type SsidHome } from '../../fixtures/records/ssid.js';
import { migratedDatabase } from '../../fixtures/migrated-database.js';
import type { ScratchDatabase } from '../../fixtures/scratch-database.js';
import { makeOrganisation } from '../../fixtures/records/organisation.js';
import { makeUserWithPassword, signInAs } from '../../browser/web-session.js';

const OLD = Buffer.alloc(32, 'old').toString('base64');
const NEW = Buffer.alloc(32, 'new').toString('base64');

describe('key rings', () => {
  let database: ScratchDatabase;
  const apis: TestApi[] = [];

  before(async () => {
    database = await migratedDatabase();
  });
  after(async () => {
    await Promise.all(apis.map((api) => api.close()));
    await database.drop();
  });

  async function apiWith(env: Record<string, string>): Promise<TestApi> {
    const api = await startTestApi({ env: { MONGODB_URI: database.uri, ...env } });
    apis.push(api);
    return api;
  }

  const rotate = (api: TestApi): Promise<CliRun> => runCli(api, ['keys', 'rotate']);

  describe('ENCRYPTION_KEY', () => {
    let api: TestApi;
    let home: SsidHome;
    before(async () => {
      api = await apiWith({ ENCRYPTION_KEY: OLD });
      home = await makeSsidHome(api);
    });
    const wpaKeyAt = async (at: TestApi, id: number): Promise<unknown> =>
      (await shownSsid(at, home.admin.token, id))['wpa_key'];

    it('keeps every SSID key when an old key is removed after `keys rotate`', async () => {
      const ids = [];
      for (let index = 0; index < 3; index += 1) {
        ids.push(await makeSsid(api, home, { wpa_key: `passphrase ${index}` }));
      }

      const both = await apiWith({ ENCRYPTION_KEY: `${NEW}, ${OLD}` });
      const { code, lines } = await rotate(both);
      expect([code, lines[0]]).to.deep.equal([
        0,
        `3 encrypted again with key ${keyIdOf(Buffer.from(NEW, 'base64'))}`,
      ]);
      expect((await rotate(both)).lines[0]).to.match(/^0 encrypted again/);

      const newOnly = await apiWith({ ENCRYPTION_KEY: NEW });
      expect(await Promise.all(ids.map((id) => wpaKeyAt(newOnly, id)))).to.deep.equal([
        'passphrase 0',
        'passphrase 1',
        'passphrase 2',
      ]);
    });

    it('names a key that is still needed, with exit code 1', async () => {
      const id = await makeSsid(api, home, { wpa_key: 'encrypted with the old key' });
      const { code, lines } = await rotate(await apiWith({ ENCRYPTION_KEY: NEW }));
      expect(code).to.equal(1);
      expect(lines.join()).to.contain(`1 encrypted with key ${keyIdOf(Buffer.from(OLD, 'base64'))} cannot`);
      expect(await wpaKeyAt(api, id)).to.equal('encrypted with the old key');
    });

    it('keeps a change of an SSID during the rotation', async () => {
      const id = await makeSsid(api, home, { wpa_key: 'before the change' });
      const both = await apiWith({ ENCRYPTION_KEY: `${NEW},${OLD}` });
      const { stores, env, now } = both.deps;
      let changed = false;
      const encryptedKeys: typeof stores.encryptedKeys = {
        ...stores.encryptedKeys,
        async replaceKeys(ssids, entry) {
          if (!changed) {
            changed = true;
            const body = { network_ssid: { wpa_key: 'after the change' } };
            await api.call('PUT', `/v1/network_ssids/${id}`, { token: home.admin.token, body });
          }
          return stores.encryptedKeys.replaceKeys(ssids, entry);
        },
      };
      expect(await rotateKeys({ stores: { ...stores, encryptedKeys }, env, now })).to.include({
        isComplete: true,
      });
      expect(await wpaKeyAt(await apiWith({ ENCRYPTION_KEY: NEW }), id)).to.equal('after the change');
    });

    /** An SSID of a network of its own, whose base has the key that it had before an edit. */
    async function editedSsid(at: TestApi): Promise<SsidHome & { id: number }> {
      const own = await makeSsidHome(at);
      const id = await makeSsid(at, own, { wpa_key: 'before the edit' });
      const body = { network_ssid: { wpa_key: 'after the edit' } };
      const reply = await at.call('PUT', `/v1/network_ssids/${id}`, { token: own.admin.token, body });
      expect(reply.status, reply.text).to.equal(200);
      return { ...own, id };
    }
    const baseOf = async ({ network }: Pick<SsidHome, 'network'>) =>
      (await database.mongo.models.networkConfigurations.findById(network._id).orFail().lean()).base ?? null;

    it('encrypts the keys in the bases of networks again, also after an interruption', async () => {
      const both = await apiWith({ ENCRYPTION_KEY: `${NEW},${OLD}` });
      await rotate(both);
      const old = await apiWith({ ENCRYPTION_KEY: OLD });
      const edited = [await editedSsid(old), await editedSsid(old)];
      // The interrupted rotation has done the SSIDs only.
      expect(await rotateKeys(both.deps)).to.include({ reencrypted: 2, isComplete: true });

      const { code, lines } = await rotate(both);
      const newest = Buffer.from(NEW, 'base64');
      expect([code, lines[0]]).to.deep.equal([0, `2 encrypted again with key ${keyIdOf(newest)}`]);
      for (const ssid of edited) {
        const encrypted = (await baseOf(ssid))?.ssids[0]?.before?.wpaKey;
        expect(encrypted && decryptWpaKey([newest], ssid.id, encrypted)).to.equal('before the edit');
      }
      expect((await rotate(both)).lines[0]).to.match(/^0 encrypted again/);
    });

    it('encrypts the secrets of RADIUS servers again, and those in the bases of networks', async () => {
      const old = await apiWith({ ENCRYPTION_KEY: OLD });
      const { id: ssidId, admin, network } = await editedSsid(old);
      const call = (method: string, path: string, options: CallOptions = {}) =>
        old.call(method, path, { token: admin.token, ...options });
      const { id } = await makeRadiusServer({ call });
      const named = { network_ssid: { auth_radius_id: id } };
      await call('PUT', `/v1/network_ssids/${ssidId}`, { body: named });
      const body = { secret: 'after the edit' };
      expect((await call('PATCH', `/v1/radius_servers/${id}`, { body })).status).to.equal(200);
      const both = await apiWith({ ENCRYPTION_KEY: `${NEW},${OLD}` });
      expect((await rotate(both)).code).to.equal(0);
      const newest = Buffer.from(NEW, 'base64');
      const { secret } = await database.mongo.models.radiusServers.findById(id).lean().orFail();
      const { before } = (await baseOf({ network }))?.servers?.[0] ?? {};
      const opened = [secret, before?.secret].map((each) => each && decryptRadiusSecret([newest], id, each));
      expect(opened).to.deep.equal(['after the edit', RADIUS_SECRET]);
    });

    it('leaves a base that a change of the network removes during the rotation', async () => {
      const both = await apiWith({ ENCRYPTION_KEY: `${NEW},${OLD}` });
      const old = await apiWith({ ENCRYPTION_KEY: OLD });
      const [changed, kept] = [await editedSsid(old), await editedSsid(old)];
      const { stores, env } = both.deps;
      const encryptedBases: typeof stores.encryptedBases = {
        ...stores.encryptedBases,
        async replace(texts) {
          const body = { configuration: { canary: false } };
          const path = `/v1/networks/${changed.network._id}`;
          await old.call('PATCH', path, { token: changed.admin.token, body });
          return stores.encryptedBases.replace(texts);
        },
      };
      const done = await reencryptBases({ stores: { ...stores, encryptedBases }, env });
      expect(done).to.include({ reencrypted: 1, isComplete: true });
      expect(await baseOf(changed)).to.equal(null);
      expect(await baseOf(kept))
        .to.have.nested.property('ssids[0].before.wpaKey.keyId')
        .that.does.not.equal(keyIdOf(Buffer.from(OLD, 'base64')));
    });

    it('is not undone by an update that read the SSID before the rotation', async () => {
      const id = await makeSsid(api, home, { wpa_key: 'kept by the update' });
      const both = await apiWith({ ENCRYPTION_KEY: `${NEW},${OLD}` });
      const { ssids } = api.deps.stores;
      const original = { ...ssids };
      let rotated = false;
      Object.assign(ssids, {
        update: async (...args: Parameters<typeof original.update>) => {
          if (!rotated) {
            rotated = true;
            await rotate(both);
          }
          return original.update(...args);
        },
      });
      try {
        // The process that updates has the newest key too, as the second step of a rotation asks for.
        Object.assign(api.deps, { env: both.deps.env });
        const body = { network_ssid: { is_hidden: true } };
        const reply = await api.call('PUT', `/v1/network_ssids/${id}`, { token: home.admin.token, body });
        expect(reply.status, reply.text).to.equal(200);
      } finally {
        Object.assign(ssids, original);
      }
      expect(await wpaKeyAt(await apiWith({ ENCRYPTION_KEY: NEW }), id)).to.equal('kept by the update');
    });

    it('does not decrypt a key that was copied to another SSID', async () => {
      const [from, to] = [await makeSsid(api, home, { wpa_key: 'mine alone' }), await makeSsid(api, home)];
      const encrypted = (await storedSsid(api, from))?.wpaKey ?? null;
      await api.deps.mongo.models.networkSsids.updateOne({ _id: to }, { $set: { wpaKey: encrypted } });
      expect(await wpaKeyAt(api, from)).to.equal('mine alone');
      expect(await wpaKeyAt(api, to)).to.equal(null);
    });
  });

  describe('SESSION_SECRET', () => {
    const [first, second] = ['first-session-secret', 'second-session-secret'];

    it('accepts sessions of an older secret until it is removed', async () => {
      const before = await apiWith({ SESSION_SECRET: first });
      const org = (await makeOrganisation(before.deps))._id;
      const { user } = await makeUserWithPassword(before, org);
      const Cookie = await signInAs(before, user.email);
      const at = async (SESSION_SECRET: string): Promise<number> =>
        (await (await apiWith({ SESSION_SECRET })).call('GET', '/upgrades.json', { headers: { Cookie } }))
          .status;
      expect(await at(`${second},${first}`)).to.equal(200);
      expect(await at(second)).to.equal(401);
    });
  });

  describe('readEnv', () => {
    it('refuses a ring with an entry that is too short or not a key', () => {
      expect(() => readEnv({ SESSION_SECRET: 'long-enough-secret,short' })).to.throw(/SESSION_SECRET/);
      expect(() => readEnv({ SESSION_SECRET: 'long-enough-secret,' })).to.throw(/SESSION_SECRET/);
      expect(() => readEnv({ ENCRYPTION_KEY: `${NEW},c2hvcnQ=` })).to.throw(/ENCRYPTION_KEY/);
    });
  });
});
