import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { sharedApi } from '../fixtures/api.js';
import { watchSecret } from '../fixtures/log-watch.js';
import {
  askingDevice,
  enrol,
  makeEnrolmentToken,
  type TestEnrolmentToken,
} from '../fixtures/records/enrolment.js';
import { uniqueMac } from '../fixtures/records/device.js';
import { upgradeFixture, type UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import { sampleOf } from '../fixtures/seed.js';
import { AgentBox, removeBoxes, SHELLS, type AgentRun } from './agent-box.js';
import { Front } from './front.js';

const BOARD = 'glinet,gl-mt3000';
const ROUTES = `Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT
wlan0\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
br-lan\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
br-lan\t0001A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0
`;
/** The programs with which the agent changes files. */
const WRITERS = ['mkdir', 'mv', 'rm', 'sync'];

for (const shell of sampleOf(SHELLS, 1, 2)) {
  describe(`the enrolment of an agent under ${shell}`, () => {
    let fixture: UpgradeFixture;
    let front: Front;
    let box: AgentBox;
    let mac: string;

    beforeEach(async () => {
      fixture = await upgradeFixture(await sharedApi());
      front = await Front.open(fixture.api.url);
      const { models } = fixture.api.deps.mongo;
      await models.hardwareParts.updateMany({ boards: BOARD }, { $unset: { boards: 1 } });
      await models.hardwareParts.updateOne({ _id: fixture.part._id }, { $set: { boards: [BOARD] } });
      mac = uniqueMac();
      box = await AgentBox.make({ shell, interfaces: { 'br-lan': mac.toLowerCase(), wlan0: uniqueMac() } });
      await box.configure({ ALLOW_HTTP: '0' });
      await rootFile('proc/net/route', ROUTES);
      await rootFile('tmp/sysinfo/board_name', `${BOARD}\n`);
      await rootFile('sys/class/dmi/id/product_name', 'another "name"\n');
      await rootFile('proc/device-tree/serial-number', 'SN-"77"\\\0');
    });
    afterEach(() => front.close());
    after(removeBoxes);

    async function rootFile(name: string, text: string): Promise<void> {
      const path = join(box.folder, 'root', name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }

    async function writeToken(fields: Partial<TestEnrolmentToken> = {}): Promise<TestEnrolmentToken> {
      const token = await makeEnrolmentToken(fixture.api.deps, fixture.org, fields);
      watchSecret(token.secret);
      await writeFile(join(box.folder, 'token'), `${token.secret}\n`);
      return token;
    }

    const root = () => ({ AIRFLEET_ROOT: join(box.folder, 'root') });
    const command = () => ['enrol', '--url', front.url, '--token', join(box.folder, 'token')];
    const runEnrol = (env: Record<string, string> = {}): Promise<AgentRun> =>
      box.run(command(), { ALLOW_HTTP: '1', ...root(), ...env });

    const asked = () => front.requests.filter(({ path }) => path === '/device/v1/enrol');

    async function expectEnrolled(): Promise<void> {
      const { code, stderr } = await box.once(root());
      expect(code, stderr).to.equal(0);
      expect(await box.read('state/nonce')).to.equal(null);
      const device = await fixture.api.deps.mongo.models.devices.findOne({ macId: mac }).lean().orFail();
      expect(device.organisationId).to.equal(fixture.org);
    }

    it('writes the settings and the key, which heartbeats are sent with', async () => {
      const { secret } = await writeToken();
      const curl = await box.original('curl');
      await box.program('curl', `echo "$*" >> ${box.folder}/arguments\nexec ${curl} "$@"\n`);
      const { code, stderr } = await runEnrol();
      expect(code, stderr).to.equal(0);
      expect(JSON.parse(asked()[0]?.body ?? '')).to.include({
        mac_id: mac.toLowerCase(),
        board: BOARD,
        router_serial_number: 'SN-77',
      });
      const key = (await box.read('key'))?.trim() ?? '';
      const nonce = (await box.read('state/nonce'))?.trim() ?? '';
      expect(nonce).to.match(/^[0-9a-f]{64}$/);
      for (const name of ['key', 'agent.conf', 'state/nonce'])
        expect((await stat(join(box.folder, name))).mode & 0o777, name).to.equal(0o600);
      const settings = (await box.read('agent.conf'))?.split('\n');
      expect(settings).to.include.members([`URL=${front.url}`, `MAC=${mac.toLowerCase()}`, 'ALLOW_HTTP=1']);
      await expectEnrolled();
      expect(await box.read('token')).to.equal(`${secret}\n`);
      for (const text of [key, nonce, secret]) {
        expect(await box.read('arguments'))
          .to.contain('/device/v1/enrol')
          .and.not.contain(text);
        expect(stderr).not.to.contain(text);
      }
    });

    it('waits for a person, and asks again', async () => {
      await writeToken({ approval: true });
      front.interfere = () => {
        if (asked().length === 3) void approve();
        return undefined;
      };
      const start = box.now();
      const { code, stderr } = await runEnrol();
      expect(code, stderr).to.equal(0);
      expect(asked().length).to.be.greaterThan(3);
      expect(box.now() - start).to.be.greaterThan(45_000);
      await expectEnrolled();
    });

    async function approve(): Promise<void> {
      const { body } = await fixture.call('GET', '/v1/enrolments');
      const { enrolments } = (body as { data: { enrolments: { id: number }[] } }).data;
      await fixture.call('POST', `/v1/enrolments/${enrolments[0]?.id ?? 0}/approve`, { body: {} });
    }

    it('gets a key when the answer with the first one was lost', async () => {
      const token = await writeToken();
      front.interfere = () => (asked().length === 1 ? 'cut' : undefined);
      await box.program('sleep', `kill -9 "$PPID"\n`);
      await runEnrol();
      const nonce = (await box.read('state/nonce'))?.trim() ?? '';
      const lost = await enrol(fixture.api, { ...askingDevice(token, BOARD), mac_id: mac, nonce });
      expect(lost.status, lost.text).to.equal(201);
      await rm(join(box.programs, 'sleep'));
      if (shell === 'busybox ash') await box.program('sleep', 'exit 0\n');
      const { code, stderr } = await runEnrol();
      expect(code, stderr).to.equal(0);
      await expectEnrolled();
    });

    it('asks again when a later answer, which was lost, has replaced its key', async () => {
      const token = await writeToken();
      await runEnrol();
      const nonce = (await box.read('state/nonce'))?.trim() ?? '';
      await enrol(fixture.api, { ...askingDevice(token, BOARD), mac_id: mac, nonce });
      expect((await box.once(root())).code).to.equal(4);
      await expectEnrolled();
    });

    it('is done by an image with a token at its first start', async () => {
      await writeToken();
      await box.configure({ URL: front.url, TOKEN_FILE: join(box.folder, 'token') });
      await expectEnrolled();
      expect(asked()).to.have.length(1);
    });

    it('ends with the reason of a refusal, and needs ALLOW_HTTP for an address without TLS', async () => {
      await writeToken({ expiresAt: new Date(0) });
      expect((await runEnrol({ ALLOW_HTTP: '0' })).code).to.equal(2);
      const { code, stderr } = await runEnrol();
      expect(code).to.equal(4);
      expect(stderr).to.contain('enrolment_refused status=409 reason=The token has expired');
      expect(await box.read('key')).to.equal(null);
    });

    it('is completed after the agent is killed at any point', async () => {
      await writeToken({ maxDevices: 1 });
      for (const name of WRITERS) {
        const original = await box.original(name);
        await box.program(
          name,
          `read -r calls < "$AIRFLEET_TEST_CALLS"
echo "$((calls + 1))" > "$AIRFLEET_TEST_CALLS"
if [ "$calls" = "$AIRFLEET_TEST_KILL_AT" ]; then
  owner=$(readlink "$AIRFLEET_STATE/lock/owner") && kill -9 "\${owner%%:*}"
  kill -9 "$PPID"
fi
exec ${original} "$@"
`,
        );
      }
      const calls = join(box.folder, 'calls');
      let last: number | null = null;
      for (let point = 0; last !== 0; point += 1) {
        await writeFile(calls, '0\n');
        ({ code: last } = await runEnrol({
          AIRFLEET_TEST_CALLS: calls,
          AIRFLEET_TEST_KILL_AT: String(point),
        }));
        expect(last, `at point ${point}`).to.be.oneOf([null, 0]);
      }
      await writeFile(calls, '0\n');
      const env = { AIRFLEET_TEST_CALLS: calls, AIRFLEET_TEST_KILL_AT: 'never', ...root() };
      const { code, stderr } = await box.once(env);
      expect(code, stderr).to.equal(0);
      expect(await box.read('state/nonce')).to.equal(null);
    });
  });
}
