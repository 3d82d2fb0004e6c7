import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { removeBoxes } from './agent-box.js';
import { ManagedAgent } from './managed-agent.js';

/** Runs the agent in a mount namespace of its own, whose state folder is 16 KiB large. */
const IN_SMALL_STATE = [
  'unshare',
  '-rm',
  'sh',
  '-c',
  'mount -t tmpfs -o size=16k none "$AIRFLEET_STATE" && exec "$@"',
  '-',
];

/** Without namespaces: no file is larger than 512 bytes, which ends a write in the same way. */
const WITH_SMALL_FILES = ['sh', '-c', 'ulimit -f 1 && exec "$@"', '-'];

describe('an agent on a full disk', () => {
  after(removeBoxes);

  it('reports no_space and keeps what runs', async () => {
    const hasNamespaces = spawnSync('unshare', ['-rm', 'true']).status === 0;
    const radios = { radio0: 'interface=wlan0\nhw_mode=g\n', radio1: 'interface=wlan1\nhw_mode=a\n' };
    const agent = await ManagedAgent.make({
      radios,
      under: hasNamespaces ? IN_SMALL_STATE : WITH_SMALL_FILES,
    });
    for (let number = 0; number < 16; number += 1) await agent.addSsid({ ssid_name: `SSID ${number}` });
    const { code, stderr } = await agent.once();
    expect(code, stderr).to.equal(7);
    expect(stderr).to.match(/error failed code=no_space/);
    expect(await agent.box.conf()).to.equal(null);
    await agent.close();
  });

  it('reports no_space, which it tries again, when a file of the radios cannot be written', async () => {
    const agent = await ManagedAgent.make({});
    await agent.box.program('mv', 'case $2 in */radios/*) exit 1 ;; esac\nexec /bin/mv "$@"');
    await agent.addSsid({ ssid_name: 'Lobby' });
    const { code, stderr } = await agent.once();
    expect(code, stderr).to.equal(7);
    expect(stderr).to.match(/error failed code=no_space/);
    expect(await agent.box.conf()).to.equal(null);
    await agent.close();
  });
});
