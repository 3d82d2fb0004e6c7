import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { UsageError } from '../../api/cli/command.js';
import { runCli, type CliRun } from '../fixtures/cli.js';
import { expectNoSecretLogged, watchSecret } from '../fixtures/log-watch.js';
import { makeMasterDevice, uniqueMac, type TestDevice } from '../fixtures/records/device.js';
import { upgradeFixture, type UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import { OpenwispAgent } from './openwisp-agent.js';

const SECRET = 'shared-secret-of-openwisp';
const HEAD = 'name,mac_address,id,key';

// docs/openwisp.md#import-keys
describe('an import of keys from OpenWISP', () => {
  let folder: string;
  let fixture: UpgradeFixture;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'airfleet-keys-'));
  });
  after(() => rm(folder, { recursive: true }));
  beforeEach(async () => {
    fixture = await upgradeFixture();
  });

  const newKey = (): string => randomBytes(16).toString('hex');
  const newUuid = newKey;

  /** A device of the inventory that has no key yet. */
  async function keyless(home = fixture): Promise<TestDevice> {
    const device = await home.device({ network: home.network });
    const { masterInventory } = home.api.deps.mongo.models;
    await masterInventory.updateOne({ _id: device.macId }, { deviceKeyHash: null });
    return device;
  }

  async function imported(lines: readonly string[], env: Record<string, string> = {}): Promise<CliRun> {
    const path = join(folder, 'devices.csv');
    await writeFile(path, `${lines.join('\n')}\n`);
    const args = ['openwisp', 'import-keys', path, '--organisation', String(fixture.org)];
    return runCli(fixture.api, args, { env: { ...process.env, ...env } as Record<string, string> });
  }

  const agentOf = ({ macId }: { readonly macId: string }, key: string, uuid: string): OpenwispAgent =>
    new OpenwispAgent(fixture.api, macId, key, '/controller', uuid);

  it('lets devices go on with their UUIDs and keys, in any of the forms of a UUID', async () => {
    const devices = [await keyless(), await keyless()];
    const [first, second] = devices.map(({ macId }) => ({ macId, key: newKey(), uuid: newUuid() }));
    if (!first || !second) throw new Error('There are two devices');
    const dashed = first.uuid.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    const { code, lines } = await imported([
      HEAD,
      `"Room, 1",${first.macId.toLowerCase()},${dashed},${first.key}`,
      `Room 2,${second.macId},${second.uuid},${second.key}`,
    ]);
    expect([code, lines]).to.deep.equal([
      0,
      [
        'Weak keys are listed only with AIRFLEET_OPENWISP_SECRET',
        '2 keys given, 0 unchanged, 0 rows refused',
      ],
    ]);
    for (const { macId, key, uuid } of [first, second]) {
      const agent = agentOf({ macId }, key, uuid);
      expect(await agent.cycle()).not.to.equal(null);
      expect((await agent.updateInfo('OpenWrt 23.05.3')).status).to.equal(200);
      const { devices: stored } = fixture.api.deps.mongo.models;
      expect(await stored.findOne({ macId }).lean()).to.include({ isOpenwisp: true });
    }
    const wrong = [
      agentOf(first, second.key, first.uuid),
      agentOf(second, first.key, newUuid()),
      agentOf(first, newKey(), first.uuid),
    ];
    for (const agent of wrong) expect((await agent.poll()).status).to.equal(401);
    expectNoSecretLogged();
  });

  it('stores hashes only, says in the audit log whose keys it gave, and may be repeated', async () => {
    const { macId } = await keyless();
    const [key, uuid] = [newKey(), newUuid()];
    const list = [HEAD, `Room,${macId},${uuid},${key}`];
    await imported(list);
    const { masterInventory } = fixture.api.deps.mongo.models;
    const stored = await masterInventory.findById(macId).lean();
    expect(stored).to.include({ openwispUuid: uuid });
    expect(JSON.stringify(stored)).not.to.contain(key);
    expect((await imported(list)).lines.at(-1)).to.equal('0 keys given, 1 unchanged, 0 rows refused');
    const { body } = await fixture.call('GET', '/v1/audit_log', {
      query: { action: 'devices.keys_imported' },
    });
    const { entries } = (body as { data: { entries: { actor: string; after: object }[] } }).data;
    expect(entries.map(({ actor, after }) => [actor, after])).to.deep.equal([
      ['cli', { count: 1, names: [macId] }],
    ]);
  });

  it('refuses by row what does not fit, and takes the others', async () => {
    const [good, keyed, twin] = [await keyless(), await fixture.device(), await keyless()];
    const foreign = await keyless(await upgradeFixture());
    const unclaimed = await makeMasterDevice(fixture.api.deps);
    const unknown = uniqueMac();
    const taken = (await fixture.device()).deviceKey;
    const row = (macId: string, key = newKey()) => `x,${macId},${newUuid()},${key}`;
    const { code, lines } = await imported([
      HEAD,
      row(good.macId),
      row(keyed.macId),
      row(foreign.macId),
      row(unclaimed._id),
      row(unknown),
      row(twin.macId, taken),
      'x,no MAC,1,2',
    ]);
    expect([code, lines.filter((line) => !line.startsWith('Weak'))]).to.deep.equal([
      1,
      [
        `line 3: refused: ${keyed.macId} has another key`,
        `line 4: refused: the organisation has no device ${foreign.macId}`,
        `line 5: refused: the organisation has no device ${unclaimed._id}`,
        `line 6: refused: the organisation has no device ${unknown}`,
        `line 7: refused: another device has the key of ${twin.macId}`,
        'line 8: refused: the MAC is not one',
        '1 keys given, 0 unchanged, 6 rows refused',
      ],
    ]);
  });

  it('lists keys that follow from the MAC and the shared secret as weak', async () => {
    const [weak, strong] = [await keyless(), await keyless()];
    const derived = createHash('md5').update(`${weak.macId}+${SECRET}`).digest('hex');
    watchSecret(derived);
    const { lines } = await imported(
      [HEAD, `x,${weak.macId},${newUuid()},${derived}`, `x,${strong.macId},${newUuid()},${newKey()}`],
      { AIRFLEET_OPENWISP_SECRET: SECRET },
    );
    expect(lines).to.deep.equal([
      `line 2: weak: the key of ${weak.macId} follows from its MAC and the shared secret`,
      '2 keys given, 0 unchanged, 0 rows refused',
    ]);
  });

  it('ends when the device enrols, and gets a key of the service', async () => {
    const { macId } = await keyless();
    const [key, uuid] = [newKey(), newUuid()];
    await imported([HEAD, `x,${macId},${uuid},${key}`]);
    const { stores, mongo } = fixture.api.deps;
    const { deviceId } = await mongo.models.masterInventory.findById(macId).lean().orFail();
    const own = { organisationId: fixture.org, deviceId: deviceId ?? 0, macId };
    const issued = { enrolment: { nonceHash: 'hash', at: new Date() } };
    await stores.transact(fixture.org, (session) =>
      stores.enrolledDevices.replaceKey(own, null, issued, session),
    );
    expect((await agentOf({ macId }, key, uuid).poll()).status).to.equal(401);
  });

  it('needs a file with the three columns', async () => {
    const refusal = async (lines: readonly string[]): Promise<unknown> =>
      imported(lines).then(
        () => null,
        (error: unknown) => error,
      );
    for (const lines of [['name,mac_address,key'], ['id,key,mac', 'a,b'], ['']])
      expect(await refusal(lines)).to.be.instanceOf(UsageError);
  });
});
