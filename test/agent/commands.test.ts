import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { sampleOf } from '../fixtures/seed.js';
import { AGENT, removeBoxes, SHELLS, toolsPath } from './agent-box.js';
import { ManagedAgent } from './managed-agent.js';

for (const shell of sampleOf(SHELLS, 2, 2)) {
  describe(`commands to the agent under ${shell}`, () => {
    let agent: ManagedAgent;
    beforeEach(async () => {
      agent = await ManagedAgent.make({ shell });
      expect((await agent.once()).code).to.equal(0);
    });
    afterEach(() => agent.close());
    after(removeBoxes);

    async function ask(action: string, body = {}): Promise<void> {
      const path = `/v1/devices/${agent.device._id}/${action}`;
      const reply = await agent.fixture.call('POST', path, { body });
      expect(reply.status, reply.text).to.equal(202);
    }

    // docs/device-makers.md#commands
    it('restart the device, once', async () => {
      const restarted = join(agent.box.folder, 'restarted');
      await agent.box.program('reboot', `echo reboot >> ${restarted}\n`);
      await ask('reboot');
      const { code, stderr } = await agent.once();
      expect(code, stderr).to.equal(0);
      expect(stderr).to.match(/info reboots command=\d+/);
      expect((await agent.once()).stderr).not.to.contain('reboots');
      expect(await readFile(restarted, 'utf8')).to.equal('reboot\n');
    });

    // docs/device-makers.md#commands
    it('let its lights blink while it goes on', async () => {
      await ask('blink', { seconds: 7 });
      const { code, stderr } = await agent.once({ AIRFLEET_SYS: agent.box.folder });
      expect(code, stderr).to.equal(0);
      expect(stderr).to.match(/info blinks command=\d+/);
      expect((await agent.once()).stderr).not.to.contain('blinks');
    });
  });
}

describe('the lights of a device', () => {
  for (const shell of SHELLS) {
    it(`blink for a time, and show then what they showed before, under ${shell}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'airfleet-lights-'));
      await writeFile(join(folder, 'script'), BLINKING);
      const [program = '', ...args] = shell.split(' ');
      const env = { PATH: await toolsPath(), FOLDER: folder, AGENT };
      const { stdout } = await promisify(execFile)(program, [...args, join(folder, 'script')], { env });
      expect(stdout).to.equal('7: timer 1, timer 0\ndefault-on 1, none 0\n');
      await rm(folder, { recursive: true });
    });
  }
});

const BLINKING = String.raw`
WORK=$FOLDER SYS=$FOLDER/sys
. "$AGENT/lib/command.sh"
mkdir -p "$SYS/class/leds/power" "$SYS/class/leds/wifi"
light() { echo "$2" > "$SYS/class/leds/$1/trigger" && echo "$3" > "$SYS/class/leds/$1/brightness"; }
shown() {
	printf '%s %s, %s %s\n' "$(cat "$SYS/class/leds/power/trigger")" "$(cat "$SYS/class/leds/power/brightness")" \
		"$(cat "$SYS/class/leds/wifi/trigger")" "$(cat "$SYS/class/leds/wifi/brightness")"
}
light power 'none timer [default-on]' 1
light wifi '[none] timer default-on' 0
sleep() { printf '%s: ' "$1" && shown; }
blink 7
shown
`;
