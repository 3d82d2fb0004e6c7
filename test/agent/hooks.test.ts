import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { sampleOf } from '../fixtures/seed.js';
import { removeBoxes, SHELLS } from './agent-box.js';
import { ManagedAgent } from './managed-agent.js';

for (const shell of sampleOf(SHELLS, 3, 2)) {
  describe(`hooks of the agent under ${shell}`, () => {
    let agent: ManagedAgent;
    let hooks: string;
    let ssid: number;

    beforeEach(async () => {
      agent = await ManagedAgent.make({ shell });
      hooks = join(agent.box.folder, 'hooks');
      await mkdir(hooks);
      const settings = { URL: agent.front.url, MAC: agent.device.macId, HOOKS_DIR: hooks };
      await agent.box.configure(settings);
      ssid = await agent.addSsid();
      expect((await agent.once()).code).to.equal(0);
    });
    afterEach(() => agent.close());
    after(removeBoxes);

    async function hook(name: string, commands: string): Promise<void> {
      await writeFile(join(hooks, name), `#!/bin/sh\n${commands}\n`);
      await chmod(join(hooks, name), 0o755);
    }
    const record = (name: string): Promise<void> => hook(name, `echo "${name} $*" >> ${hooks}/ran`);
    const ran = async (): Promise<string[]> =>
      (await readFile(join(hooks, 'ran'), 'utf8').catch(() => '')).trim().split('\n');
    const edit = async (ssid_name: string): Promise<void> => {
      await agent.changeSsid(ssid, { ssid_name });
      await agent.renew();
    };
    const retry = async (): Promise<void> => {
      const path = `/v1/devices/${agent.device._id}/configuration/retry`;
      expect((await agent.fixture.call('POST', path)).status).to.equal(200);
      await agent.offered();
    };

    it('run before and after a document is applied, with its file', async () => {
      await record('before-apply');
      await record('after-apply');
      await edit('Bar');
      const { code, stderr } = await agent.once();
      expect(code, stderr).to.equal(0);
      const file = `${agent.box.state}/rev/${await agent.current()}/document`;
      expect(await ran()).to.deep.equal([`before-apply ${file}`, `after-apply applied ${file}`]);
    });

    it('refuse a document before it changes anything, until a retry asks again', async () => {
      const [conf, revision] = [await agent.box.conf(), await agent.current()];
      await hook('before-apply', 'echo room-service-only; exit 3');
      await edit('Bar');
      const { code, stderr } = await agent.once();
      expect(code).to.equal(5);
      expect(stderr)
        .to.match(/error failed code=invalid/)
        .and.not.contain('room-service');
      await agent.once();
      const error = { code: 'invalid', message: 'the hook before-apply has refused the document' };
      expect(agent.front.report()).to.deep.include({ revision, state: 'failed', error });
      expect(await agent.box.conf()).to.equal(conf);
      await hook('before-apply', 'exit 0');
      await retry();
      expect((await agent.once()).code).to.equal(0);
      expect(await agent.box.conf()).to.contain('ssid2=426172\n');
    });

    it('refuse a document when they take too long, also if they ignore signals', async () => {
      await hook('before-apply', 'trap "" TERM; while :; do sleep 0.1; done');
      await edit('Bar');
      expect((await agent.once({ AIRFLEET_HOOK_S: '1' })).code).to.equal(5);
      await agent.once();
      expect(agent.front.report()).to.deep.include({
        error: { code: 'invalid', message: 'the hook before-apply took too long' },
      });
    });

    it('run after the former configuration is restored, and cannot refuse by then', async () => {
      await record('after-apply');
      const former = `${agent.box.state}/rev/${await agent.current()}/document`;
      await edit('Bar');
      const { revision } = agent.front.report() ?? {};
      agent.front.interfere = ({ method, body }) =>
        method === 'POST' && !body.includes(String(revision)) ? 'cut' : undefined;
      expect((await agent.once()).code).to.equal(6);
      expect(await ran()).to.deep.equal([`after-apply restored ${former}`]);
      agent.front.interfere = () => undefined;
      await hook('after-apply', 'exit 1');
      await edit('Pool');
      const { code, stderr } = await agent.once();
      expect(code, stderr).to.equal(0);
      expect(stderr).to.contain('warn hook_failed name=after-apply');
    });
  });
}
