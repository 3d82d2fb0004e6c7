import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { UsageError } from '../../../api/cli/command.js';
import { keyIdOf } from '../../../shared/platform/values/encrypt.js';
import { createKnownSequences } from '../../../shared/configuration/operations/known-sequences.js';
import { startTestApi, type TestApi } from '../../fixtures/api.js';
import { runCli, type CliRun } from '../../fixtures/cli.js';
import { eventually } from '../../fixtures/eventually.js';
import { makeSsid } from '../../fixtures/records/ssid.js';
import { TestService } from '../../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import { ConfiguredDevice } from './configured-device.js';

const OLD = Buffer.alloc(32, 'old');
const NEW = Buffer.alloc(32, 'new');
const ring = (...keys: readonly Buffer[]): { ENCRYPTION_KEY: string } => ({
  ENCRYPTION_KEY: keys.map((key) => key.toString('base64')).join(','),
});

describe('the settings of configurations', () => {
  let service: TestService;
  let folder: string;
  let fixture: UpgradeFixture;
  let device: ConfiguredDevice;
  const apis: TestApi[] = [];

  before(async () => {
    service = await TestService.open(ring(OLD));
    folder = await mkdtemp(join(tmpdir(), 'meanings-'));
    fixture = await service.fixture();
    device = new ConfiguredDevice(service, await fixture.device({ network: fixture.network }));
  });
  after(async () => {
    await Promise.all(apis.map((api) => api.close()));
    await service.close();
    await rm(folder, { recursive: true });
  });

  /** An API that starts now; others read the settings again every two seconds. */
  async function startApi(env: Record<string, string> = {}): Promise<TestApi> {
    const api = await startTestApi({ env: { ...service.env, ...env } });
    apis.push(api);
    return api;
  }

  // docs/configuration.md#meanings
  describe('`meanings load`', () => {
    async function load(content: string): Promise<CliRun> {
      const file = join(folder, 'meanings.json');
      await writeFile(file, content);
      return runCli(service.api, ['meanings', 'load', file]);
    }
    async function shown(): Promise<Record<string, unknown>> {
      const reply = await fixture.call('GET', '/v1/configuration_meanings');
      expect(reply.status, reply.text).to.equal(200);
      return (reply.body as { data: { meanings: Record<string, unknown> } }).data.meanings;
    }

    it('replaces the numbers of the fields that the file names, in answers and documents', async () => {
      await makeSsid(service.api, fixture, { ssid_name: 'Lobby', security_mode: '0', radio_band: '9' });
      expect((await device.document())['wireless']).to.deep.equal([]);
      const { code, lines } = await load('{"radio_band": {"9": "5g"}}');
      expect(code).to.equal(0);
      expect(lines).to.include('radio_band: 9 5g').and.include('nat: 0 off, 1 on');
      await load('{"nat": {"1": "off"}}');
      expect(await shown()).to.deep.include({ radio_band: { '9': '5g' }, nat: { '1': 'off' } });
      const { wireless } = await device.document(await startApi());
      expect((wireless as { bands: string[] }[]).map(({ bands }) => bands)).to.deep.equal([['5g']]);
      const entries = await service.deps.mongo.models.auditEntries
        .find({ action: 'configuration_meanings.loaded' })
        .lean();
      expect(entries.map(({ after }) => after)).to.have.deep.members([
        { meanings: { radio_band: { '9': '5g' } } },
        { meanings: { radio_band: { '9': '5g' }, nat: { '1': 'off' } } },
      ]);
    });

    // docs/configuration.md#meanings-known
    it('is known to every API after two readings', async () => {
      const { deps } = service;
      const { networkSequences } = deps.stores;
      let before = 0;
      let stale = 0;
      const changedSince: typeof networkSequences.changedSince = async (since) => {
        if ((await known.installation()).seq === before) stale += 1;
        return networkSequences.changedSince(since);
      };
      const stores = { ...deps.stores, networkSequences: { ...networkSequences, changedSince } };
      const known = createKnownSequences({ ...deps, stores }, 1);
      try {
        await known.ready();
        for (const number of [11, 12, 13, 14, 15, 16]) {
          before = (await known.installation()).seq;
          expect((await load(`{"radio_band": {"${number}": "5g"}}`)).code).to.equal(0);
          stale = 0;
          await eventually('the meanings are known', async () => (await known.installation()).seq > before);
          // One may have begun before the change.
          expect(stale).to.be.at.most(2);
        }
      } finally {
        await known.close();
      }
    });

    it('refuses a file with an unknown word by its path, and one that is not JSON, and changes nothing', async () => {
      const before = await shown();
      for (const [content, fault] of [
        ['{"radio_band": {"9": "7g"}, "nat": {"1": "on"}}', /^radio_band\.9 must be one of 2g/],
        ['[]', /meanings\.json must be an object of fields$/],
        ['{', /meanings\.json is not JSON$/],
      ] as const) {
        const error: unknown = await load(content).catch((thrown: unknown) => thrown);
        expect(error).to.be.instanceOf(UsageError);
        expect((error as Error).message).to.match(fault);
      }
      expect(await shown()).to.deep.equal(before);
    });
  });

  // After the other tests, whose API has only the old key.
  describe('`keys rotate`', () => {
    it('encrypts the key of the salts again, and documents keep their salt and revision', async () => {
      const first = await device.document(await startApi());
      const newOnly = ring(NEW);
      const rotate = (env: Record<string, string>) =>
        runCli(service.api, ['keys', 'rotate'], { env: { ...service.env, ...env } });
      expect((await device.fetch({}, await startApi(newOnly))).body).to.include({ error_code: 1108 });
      expect((await rotate(newOnly)).code).to.equal(1);
      const { code, lines } = await rotate(ring(NEW, OLD));
      expect([code, lines[0]]).to.deep.equal([0, `1 encrypted again with key ${keyIdOf(NEW)}`]);
      expect((await rotate(ring(NEW, OLD))).lines[0]).to.match(/^0 encrypted again/);
      expect(await device.document(await startApi(newOnly))).to.deep.equal(first);
    });
  });
});
