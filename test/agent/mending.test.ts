import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { sampleOf } from '../fixtures/seed.js';
import { removeBoxes, SHELLS } from './agent-box.js';
import { ManagedAgent } from './managed-agent.js';

const OTHER_CHANNEL = 'interface=wlan0\ndriver=nl80211\nhw_mode=g\nchannel=11\ncountry_code=DE\n';

for (const shell of sampleOf(SHELLS, 5, 2)) {
  describe(`a machine that changes under the agent with ${shell}`, () => {
    let agent: ManagedAgent;
    let ssid: number;

    beforeEach(async () => {
      agent = await ManagedAgent.make({ shell });
      ssid = await agent.addSsid({ v_lan_attributes: { v_lan_id: 20 } });
      await agent.addSsid({ ssid_name: 'Bar' });
      expect((await agent.once()).code).to.equal(0);
    });
    afterEach(() => agent.close());
    after(removeBoxes);

    const reports = (): Record<string, unknown>[] =>
      agent.front.heartbeats().map((beat) => beat['configuration'] as Record<string, unknown>);
    const radioFile = (lines: string): Promise<void> =>
      writeFile(join(agent.box.radios, 'radio0.radio'), lines);

    it('has its radio file written again, which is reported as drift that is mended', async () => {
      const before = await agent.current();
      await radioFile(OTHER_CHANNEL);
      const { code, stderr } = await agent.once();
      expect(code, stderr).to.equal(0);
      expect(await agent.box.conf())
        .to.contain('channel=11\n')
        .and.contain('ssid2=426172\n');
      expect(reports().at(-2)).to.include({ drifted: true, attempt: 1, revision: before });
      await agent.once();
      expect(agent.front.report()).to.include({
        drifted: false,
        state: 'applied',
        attempt: 2,
        mended: true,
        revision: before,
      });
      expect(await agent.shown()).to.include({ state: 'in_sync', revision: before });
      const requests = agent.front.requests.length;
      await agent.once();
      expect(agent.front.requests).to.have.length(requests + 1);
    });

    it('gets the SSID whose bridge has been made, and loses it with the bridge', async () => {
      await agent.once();
      expect(agent.leftOut()).to.deep.equal([{ ssid_id: ssid, feature: 'vlan' }]);
      await agent.box.addInterface('br-vlan20', {});
      await agent.once();
      expect(await agent.box.conf()).to.contain('bridge=br-vlan20\nssid2=4c6f626279\n');
      await agent.once();
      expect(agent.leftOut()).to.deep.equal([]);
      await rm(join(agent.box.folder, 'interfaces/br-vlan20'), { recursive: true });
      await agent.once();
      expect(await agent.box.conf()).not.to.contain('ssid2=4c6f626279');
    });

    it('keeps what runs when the new form does not come up, and does not try it again', async () => {
      const before = await agent.box.conf();
      await agent.box.configure({ URL: agent.front.url, MAC: agent.device.macId, RELOAD: 'false' });
      await radioFile(OTHER_CHANNEL);
      expect((await agent.once()).code).to.equal(6);
      expect(await agent.box.conf()).to.equal(before);
      expect((await agent.once()).code).to.equal(0);
      expect(agent.front.report()).to.deep.include({ state: 'failed', attempt: 2, drifted: false });
      expect((await agent.once()).code).to.equal(0);
      expect(agent.front.report()).to.include({ attempt: 2 });
    });

    it('is rendered again at once by apply', async () => {
      await radioFile(OTHER_CHANNEL);
      const { code, stderr } = await agent.box.run(['apply']);
      expect(code, stderr).to.equal(0);
      expect(await agent.box.conf()).to.contain('channel=11\n');
      expect((await agent.box.run(['apply'])).stderr).to.contain('info nothing_to_apply');
    });

    it('is rendered again after a retry, though nothing that the agent sees has changed', async () => {
      await agent.once();
      const original = await agent.box.original('hostapd');
      await agent.box.program(
        'hostapd',
        `echo checked >> ${agent.box.folder}/checks\nexec ${original} "$@"\n`,
      );
      await agent.once();
      expect(await agent.box.read('checks')).to.equal(null);
      const path = `/v1/devices/${agent.device._id}/configuration/retry`;
      const reply = await agent.fixture.call('POST', path);
      expect(reply.body).to.deep.include({ data: { retried: true } });
      const { code, stderr } = await agent.once();
      expect(code, stderr).to.equal(0);
      expect(await agent.box.read('checks')).to.contain('checked');
    });

    it('is rendered again by an agent that runs when apply asks it to', async () => {
      await agent.once();
      let asked: Promise<unknown> | undefined;
      const start = agent.front.requests.length;
      agent.front.interfere = () => {
        const seen = agent.front.requests.length - start;
        if (seen === 1) asked = radioFile(OTHER_CHANNEL).then(() => agent.box.run(['apply']));
        if (seen > 1 && reports().at(-1)?.['mended'] === true) process.kill(agent.box.pid(), 'SIGTERM');
        return undefined;
      };
      expect((await agent.box.run(['run'])).code).to.equal(0);
      await asked;
      expect(await agent.box.conf()).to.contain('channel=11\n');
    });
  });
}
