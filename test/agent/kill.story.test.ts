import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { sampleOf } from '../fixtures/seed.js';
import { removeBoxes } from './agent-box.js';
import { ManagedAgent } from './managed-agent.js';

/** A device may fetch ten documents a minute, and needs two for each point. */
const POINTS_A_DEVICE = 4;
const RADIOS = {
  radio0: 'interface=wlan0\nhw_mode=g\nchannel=6\n',
  radio1: 'interface=wlan1\nhw_mode=a\nchannel=36\n',
};
/** Twenty points in all, of which a run tests those of one group. */
const GROUPS = (
  [
    ['dash', 3],
    ['busybox ash', 2],
  ] as const
).flatMap(([shell, groups]) => Array.from({ length: groups }, (_, group) => ({ shell, groups, group })));
/** The programs with which the agent changes files. */
const WRITERS = ['chmod', 'cp', 'ln', 'mkdir', 'mv', 'rm', 'sync'];

/** Counts the calls, and kills the agent before the one that the test names. */
const KILL = `
read -r calls < "$AIRFLEET_TEST_CALLS"
echo "$((calls + 1))" > "$AIRFLEET_TEST_CALLS"
if [ "$calls" = "$AIRFLEET_TEST_KILL_AT" ]; then
  owner=$(readlink "$AIRFLEET_STATE/lock/owner") && kill -9 "\${owner%%:*}"
  kill -9 "$PPID"
fi
`;

for (const { shell, groups, group } of sampleOf(GROUPS, 0, GROUPS.length)) {
  describe(`an agent under ${shell} that is killed while it applies a document`, () => {
    let agent: ManagedAgent;
    const points = groups * POINTS_A_DEVICE;
    let ssid: number;
    let edits = 0;
    let calls: number;

    afterEach(() => agent.close());
    after(removeBoxes);

    /** A device that runs its first document. */
    async function open(): Promise<void> {
      agent = await ManagedAgent.make({ shell, radios: RADIOS });
      ssid = await agent.addSsid();
      for (const name of WRITERS) {
        const original = await agent.box.original(name);
        await agent.box.program(name, `${KILL}exec ${original} "$@"\n`);
      }
      await runKilledAt('never');
    }

    /** Runs the agent until the call; returns the number of calls and the exit code. */
    async function runKilledAt(call: number | 'never'): Promise<{ calls: number; code: number | null }> {
      const file = join(agent.box.folder, 'calls');
      await writeFile(file, '0\n');
      const { code } = await agent.once({
        AIRFLEET_TEST_CALLS: file,
        AIRFLEET_TEST_KILL_AT: String(call),
      });
      return { calls: Number(await agent.box.read('calls')), code };
    }

    async function edit(): Promise<void> {
      edits += 1;
      await agent.changeSsid(ssid, { ssid_name: `SSID ${edits}` });
      await agent.renew();
    }

    async function confs(): Promise<(string | null)[]> {
      return Promise.all(Object.keys(RADIOS).map((name) => agent.box.conf(name)));
    }

    before(async () => {
      await open();
      await edit();
      ({ calls } = await runKilledAt('never'));
      await agent.close();
    });

    const first = group * POINTS_A_DEVICE;
    it(`has a whole configuration at points ${first + 1} to ${first + POINTS_A_DEVICE} of ${points}, and applies the new one after the restart`, async () => {
      await open();
      for (let point = first; point < first + POINTS_A_DEVICE; point += 1)
        await killAt(Math.floor((point * calls) / points));
      await runKilledAt('never');
      expect(agent.front.report()).to.include({ state: 'applied', revision: await agent.current() });
      expect(await agent.shown()).to.include({ state: 'in_sync' });
    });

    async function killAt(call: number): Promise<void> {
      const old = await confs();
      await edit();
      expect((await runKilledAt(call)).code, `the agent survived call ${call}`).to.equal(null);
      const found = await confs();
      expect((await runKilledAt('never')).code).to.equal(0);
      const applied = await confs();
      expect(applied[0]).to.contain(`ssid2=${Buffer.from(`SSID ${edits}`).toString('hex')}\n`);
      for (const [radio, conf] of found.entries())
        expect([old[radio], applied[radio]], `radio ${radio} after call ${call}`).to.include(conf);
    }
  });
}
