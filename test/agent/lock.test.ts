import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { sampleOf } from '../fixtures/seed.js';
import { AgentBox, removeBoxes, SHELLS } from './agent-box.js';
import { MAC } from './document.js';

/** A process that is not there: pids end below. */
const DEAD = '4194305:1:a-boot-of-this-machine';
const AGENTS = 6;

/**
 * The agents remove the lock of the dead one after all of them have seen it, and all but the first wait until another
 * lock is there: so a lock that is only removed and made again has several owners.
 */
const SLOW_RM = (rm: string): string => `
case "$*" in
*/lock/owner)
  mkdir "$AIRFLEET_STATE/../removing" 2> /dev/null && exec ${rm} "$@"
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    [ "$(readlink "$AIRFLEET_STATE/lock/owner")" = '${DEAD}' ] || [ ! -L "$AIRFLEET_STATE/lock/owner" ] || break
    sleep 0.1
  done
  ;;
esac
exec ${rm} "$@"
`;

for (const shell of sampleOf(SHELLS, 7, 2)) {
  describe(`the lock of the agent under ${shell}`, () => {
    let box: AgentBox;

    beforeEach(async () => {
      box = await AgentBox.make({ shell, settings: { URL: 'http://127.0.0.1:9//', MAC } });
      await box.writeKey('unused-key');
      await mkdir(join(box.state, 'lock'));
      await symlink(DEAD, join(box.state, 'lock/owner'));
    });
    after(removeBoxes);

    it('of a dead agent is taken by one of several that start at once', async () => {
      await box.program('rm', SLOW_RM(await box.original('rm')));
      // The service is away: an agent that has the lock goes on, until it is stopped.
      await box.program('curl', 'echo request >> "$AIRFLEET_STATE/../requests"\nsleep 3\nexit 7\n');
      const codes = await Promise.all(Array.from({ length: AGENTS }, async () => (await box.once()).code));
      expect(codes.sort()).to.deep.equal([3, ...Array.from({ length: AGENTS - 1 }, () => 8)]);
      expect(await box.read('requests')).to.equal('request\n');
      expect(await readdir(join(box.state, 'lock'))).to.deep.equal([]);
    });

    it('comes with the removal of the working folders of killed agents', async () => {
      await mkdir(join(box.folder, 'airfleet-agent.4194305.abcdef'));
      await writeFile(join(box.folder, 'airfleet-agent.4194305.abcdef/values'), 'a-key');
      await box.program('curl', 'exit 7\n');
      expect((await box.once()).code).to.equal(3);
      expect((await readdir(box.folder)).filter((name) => name.startsWith('airfleet-agent'))).to.deep.equal(
        [],
      );
    });

    it('comes after settings whose address may end in slashes', async () => {
      await box.program('curl', 'echo "$*" >> "$AIRFLEET_STATE/../requests"\nexit 7\n');
      await box.once();
      expect(await box.read('requests')).to.contain(' http://127.0.0.1:9/device/v1/heartbeat');
    });
  });
}
