import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { makeRelease } from '../fixtures/records/firmware.js';
import { makeUpgrade } from '../fixtures/records/upgrade.js';
import { removeBoxes } from './agent-box.js';
import { ManagedAgent } from './managed-agent.js';

const IMAGE = randomBytes(300_000);
const SHA256 = createHash('sha256').update(IMAGE).digest('hex');
const HALF = 150_000;

/** Serves an image by ranges, and can cut the connection after half of it. */
class ImageServer {
  readonly ranges: (string | undefined)[] = [];
  cutsAtHalf = false;
  private readonly server: Server = createServer((request, response) => {
    this.#serve(request, response);
  });

  async open(): Promise<this> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/image.bin`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  #serve({ headers }: IncomingMessage, response: ServerResponse): void {
    this.ranges.push(headers.range);
    const start = Number(/^bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
    const rest = IMAGE.subarray(start);
    response.writeHead(start === 0 ? 200 : 206, {
      'Content-Length': rest.length,
      ...(start === 0 ? {} : { 'Content-Range': `bytes ${start}-${IMAGE.length - 1}/${IMAGE.length}` }),
    });
    if (!this.cutsAtHalf) response.end(rest);
    else response.write(rest.subarray(0, HALF), () => setTimeout(() => response.destroy(), 50));
  }
}

for (const [shell, client] of [
  ['dash', 'curl'],
  ['busybox ash', 'curl'],
  ['dash', 'wget'],
] as const) {
  describe(`a firmware upgrade by the agent under ${shell} with ${client}`, () => {
    let agent: ManagedAgent;
    let images: ImageServer;
    let id: number;

    afterEach(async () => {
      await agent.close();
      await images.close();
    });
    after(removeBoxes);

    async function offer(
      file: { sha256?: string; size?: number },
      settings: Record<string, string> = {},
    ): Promise<void> {
      images = await new ImageServer().open();
      agent = await ManagedAgent.make({ shell, ...(client === 'wget' ? { without: ['curl'] } : {}) });
      const { box, device, fixture, front } = agent;
      const urls = [{ partNumber: fixture.part._id, url: images.url, ...file }];
      const { deps } = agent.api;
      const release = await makeRelease(deps, fixture.org, '4.0.0', [], { urls });
      const upgrade = await makeUpgrade(deps, device, 'Queued', { version: '4.0.0', releaseId: release._id });
      id = upgrade._id;
      await box.program(
        'install-image',
        `cp "$1" ${box.folder}/installed && echo "$2" > ${box.folder}/version\n`,
      );
      await box.configure({
        URL: front.url,
        MAC: device.macId,
        FIRMWARE_HOOK: `${box.programs}/install-image`,
        FIRMWARE_VERSION_FILE: `${box.folder}/version`,
        ...settings,
      });
    }

    it('resumes the download after a restart, and is reported before the image is installed', async () => {
      await offer({ sha256: SHA256, size: IMAGE.length });
      images.cutsAtHalf = true;
      expect((await agent.once()).code).to.equal(0);
      images.cutsAtHalf = false;
      const { code, stderr } = await agent.once();
      expect(code, stderr).to.equal(0);
      expect(images.ranges).to.deep.equal([undefined, `bytes=${HALF}-`]);
      expect(agent.front.heartbeats().map(({ upgrade }) => upgrade)).to.deep.equal([
        undefined,
        { id, state: 'downloading', progress: 0 },
        // The first heartbeat after the restart names the download that it resumes.
        { id, state: 'downloading', progress: 50 },
        { id, state: 'installing', progress: 0 },
      ]);
      await agent.once();
      expect(agent.front.heartbeats().at(-1)).to.include({ firmware_version: '4.0.0' });
      const { status } = (await agent.api.deps.mongo.models.upgrades.findOne({ _id: id }).lean()) ?? {};
      expect(status).to.equal('Verifying');
    });

    // docs/device-makers.md#recall
    it('stops the download when the service says so, and reports that, also after a restart in between', async () => {
      await offer({ sha256: SHA256, size: IMAGE.length });
      images.cutsAtHalf = true;
      await agent.once();
      await agent.api.deps.mongo.models.upgrades.updateOne({ _id: id }, { $set: { isRecalled: true } });
      const { code, stderr } = await agent.once();
      expect(code, stderr).to.equal(0);
      expect(await agent.box.read('state/firmware')).to.equal(null);
      expect(await agent.box.read('state/firmware.part')).to.equal(null);
      expect(images.ranges).to.deep.equal([undefined]);
      expect(agent.front.heartbeats().at(-1)).to.deep.include({ upgrade: { id, state: 'aborted' } });
      const { upgrades } = agent.api.deps.mongo.models;
      expect(await upgrades.findOne({ _id: id }).lean()).to.include({ status: 'Cancelled', attempts: 0 });
    });

    if (client === 'wget' || shell === 'busybox ash') return;

    it('reports a download that it does not know as stopped', async () => {
      await offer({ sha256: SHA256, size: IMAGE.length });
      const { upgrades } = agent.api.deps.mongo.models;
      await upgrades.collection.updateOne(
        { _id: id as never },
        {
          $set: { status: 'Downloading', isRecalled: true, attempts: 1 },
        },
      );
      await agent.once();
      expect(agent.front.heartbeats().at(-1)).to.deep.include({ upgrade: { id, state: 'aborted' } });
      expect(await upgrades.findOne({ _id: id }).lean()).to.include({ status: 'Cancelled' });
    });

    it('fails after five tries that bring nothing, whatever the tries between them bring', async () => {
      await offer({ sha256: SHA256, size: IMAGE.length });
      const original = await agent.box.original('curl');
      const part = `${agent.box.folder}/state/firmware.part`;
      await agent.box.program(
        'curl',
        `case "$*" in *'-C -'*)
          echo x >> ${agent.box.folder}/tries
          [ $(($(wc -l < ${agent.box.folder}/tries) % 2)) = 0 ] || printf x >> ${part}
          exit 28 ;;
        esac\nexec ${original} "$@"\n`,
      );
      const states: string[] = [];
      agent.front.interfere = ({ method, body }) => {
        const { upgrade } = method === 'POST' ? (JSON.parse(body) as { upgrade?: { state: string } }) : {};
        if (upgrade) states.push(upgrade.state);
        if (upgrade?.state === 'failure' || states.length > 30) process.kill(agent.box.pid(), 'SIGTERM');
        return undefined;
      };
      expect((await agent.box.run(['run'])).code).to.equal(0);
      expect(states.at(-1)).to.equal('failure');
      expect(states).to.have.length.within(10, 13);
    });

    it('fails when the hash differs, and installs nothing', async () => {
      await offer({ sha256: '0'.repeat(64), size: IMAGE.length });
      expect((await agent.once()).code).to.equal(6);
      expect(await agent.box.read('installed')).to.equal(null);
      expect(await agent.box.read('state/firmware.part')).to.equal(null);
    });

    it('lies in /tmp on OpenWrt, where it takes no flash and is part of no backup', async () => {
      await offer({ sha256: SHA256, size: IMAGE.length }, { BACKEND: 'openwrt' });
      images.cutsAtHalf = true;
      await agent.once();
      expect(await agent.box.read('airfleet-firmware.part')).to.have.length.above(0);
      expect(await agent.box.read('state/firmware.part')).to.equal(null);
    });

    it('fails after five intervals in which the download brings nothing', async () => {
      await offer({ sha256: SHA256, size: IMAGE.length });
      const original = await agent.box.original('curl');
      await agent.box.program('curl', `case "$*" in *'-C -'*) exit 28 ;; esac\nexec ${original} "$@"\n`);
      const states: unknown[] = [];
      agent.front.interfere = ({ method, body }) => {
        const { upgrade } = method === 'POST' ? (JSON.parse(body) as { upgrade?: { state: string } }) : {};
        if (upgrade) states.push(upgrade.state);
        if (upgrade?.state === 'failure' || states.length > 20) process.kill(agent.box.pid(), 'SIGTERM');
        return undefined;
      };
      expect((await agent.box.run(['run'])).code).to.equal(0);
      expect(states.at(-1)).to.equal('failure');
      expect(states).to.have.length.within(5, 7);
    });

    it('fails without a hash, unless unverified images are allowed', async () => {
      await offer({});
      expect((await agent.once()).code).to.equal(6);
      expect(images.ranges).to.have.length(0);
    });
  });
}
