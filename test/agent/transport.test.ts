import { X509Certificate, createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { CERTIFICATE } from '../fixtures/certificate.js';
import { sampleOf } from '../fixtures/seed.js';
import { removeBoxes, SHELLS } from './agent-box.js';
import { ManagedAgent, type ManagedOptions } from './managed-agent.js';

const WPA_KEY = 'a-key-that-no-log-holds';

/** The hash of a certificate's public key, as curl takes it. */
function pinOf(cert: string): string {
  const key = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return `sha256//${createHash('sha256').update(key).digest('base64')}`;
}

for (const client of ['curl', 'wget'] as const) {
  describe(`the agent with ${client}`, () => {
    let agent: ManagedAgent;

    afterEach(() => agent.close());
    after(removeBoxes);

    async function make(options: ManagedOptions = {}): Promise<void> {
      agent = await ManagedAgent.make({ ...options, ...(client === 'wget' ? { without: ['curl'] } : {}) });
      await agent.addSsid({ wpa_key: WPA_KEY });
    }

    async function configureTls(settings: Readonly<Record<string, string>>): Promise<void> {
      const { front, device, box } = agent;
      await writeFile(join(box.folder, 'ca.pem'), CERTIFICATE.cert);
      await box.configure({ URL: front.url, MAC: device.macId, ...settings });
    }

    it('trusts a private certificate authority and a pinned key, and nothing else', async () => {
      await make({ tls: true });
      await configureTls({});
      expect((await agent.once()).code).to.equal(3);
      const CA_FILE = join(agent.box.folder, 'ca.pem');
      await configureTls({ CA_FILE, PIN: pinOf(CERTIFICATE.cert).replace(/.{5}=$/, 'AAAA=') });
      expect((await agent.once()).code).to.equal(3);
      expect(agent.front.requests).to.have.length(0);
      await configureTls({ CA_FILE, PIN: pinOf(CERTIFICATE.cert) });
      const { code, stderr } = await agent.once();
      expect(code, stderr).to.equal(0);
      expect(await agent.box.conf()).to.contain('ssid2=4c6f626279');
    });

    it('keeps the device key off its command line, and all keys out of its log', async () => {
      await make();
      const original = await agent.box.original(client);
      await agent.box.program(client, `echo "$*" >> ${agent.box.folder}/arguments\nexec ${original} "$@"\n`);
      const { code, stderr } = await agent.once();
      expect(code, stderr).to.equal(0);
      expect(await agent.box.read('arguments'))
        .to.contain('/device/v1/configuration')
        .and.not.contain(agent.device.deviceKey);
      for (const key of [agent.device.deviceKey, WPA_KEY]) expect(stderr).not.to.contain(key);
    });

    it('fetches nothing again when a change has no effect on the document', async () => {
      await make();
      await agent.once();
      const revision = await agent.current();
      const path = `/v1/devices/${agent.device._id}`;
      const { name } = agent.device;
      await agent.renew();
      await agent.fixture.call('PATCH', path, { body: { name } });
      const { code, stderr } = await agent.once();
      expect(code, stderr).to.equal(0);
      expect(stderr).to.equal('airfleet-agent: info nothing_to_apply\n');
      expect(agent.front.requests.at(-1)?.headers['if-none-match']).to.equal(`W/"${revision ?? ''}"`);
    });

    it('stops at a wrong key', async () => {
      await make();
      await agent.box.writeKey('wrong-key');
      expect((await agent.once()).code).to.equal(4);
    });
  });
}

for (const shell of sampleOf(SHELLS, 2, 2)) {
  describe(`the timing of the agent under ${shell}`, () => {
    after(removeBoxes);

    it('begins within an interval, backs off from failures up to the interval, and obeys Retry-After', async () => {
      const agent = await ManagedAgent.make({ shell });
      const start = agent.box.now();
      const times: number[] = [];
      agent.front.interfere = () => {
        times.push(agent.box.now());
        if (times.length > 10) process.kill(agent.box.pid(), 'SIGTERM');
        return times.length === 5 ? { status: 503, headers: { 'Retry-After': '17' } } : 'cut';
      };
      const { code, stderr } = await agent.box.run(['run']);
      expect(code, stderr).to.equal(0);
      const waits = times.map((at, index) => (at - (times[index - 1] ?? start)) / 1000);
      expect(waits[0]).to.be.within(0, 60);
      const expected = [5, 10, 20, 40, undefined, 60, 60, 60, 60, 60];
      for (const [index, seconds] of expected.entries())
        if (seconds === undefined) expect(waits[index + 1]).to.equal(17);
        else expect(waits[index + 1]).to.be.within(seconds * 0.5, seconds * 1.5 + 1);
      await agent.close();
    });
  });
}

describe('a second agent', () => {
  after(removeBoxes);

  it('does not start while the first one runs', async () => {
    const agent = await ManagedAgent.make();
    let second: Promise<{ code: number | null }> | undefined;
    agent.front.interfere = () => {
      second ??= agent.once().finally(() => process.kill(agent.box.pid(), 'SIGTERM'));
      return undefined;
    };
    expect((await agent.box.run(['run'])).code).to.equal(0);
    expect((await second)?.code).to.equal(8);
    await agent.close();
  });
});
