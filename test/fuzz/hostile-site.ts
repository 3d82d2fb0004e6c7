import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { HostileDevice } from '../../dev/fuzz/frames/run-frames.js';
import { everyModel } from '../../shared/platform/migrations/inspect-indexes.js';
import { compactMac } from '../../shared/platform/values/mac.js';
import { issueDeviceCertificate } from '../../shared/ucentral/operations/issue-certificates.js';
import { eventually } from '../fixtures/eventually.js';
import { makePart, type TestDevice } from '../fixtures/records/device.js';
import { makeNetwork } from '../fixtures/records/organisation.js';
import { readingRequests } from '../fixtures/reading-requests.js';
import type { UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import { withRestored } from '../import/restored.js';
import { LivingDevice } from '../ucentral/gateway/living-device.js';
import { UcentralSite, VALID } from '../ucentral/gateway/ucentral-site.js';

const HOSTILE_OF_EACH = 3;
const FIRST_FREE_KB = 1_000_000;
const PORTS = [{ name: 'Uplink', portNumber: 1 }];

/** Two organisations with hostile devices and one that is not, and an organisation whose only device is silent. */
export class HostileSite {
  readonly hostile: (HostileDevice & Pick<TestDevice, '_id' | 'macId'>)[] = [];
  readonly living: LivingDevice[] = [];
  /** How many states of each of the living devices were stored. */
  readonly applied = new Map<LivingDevice, number>();

  private constructor(
    readonly site: UcentralSite,
    private readonly organisations: readonly UpgradeFixture[],
    private readonly bystander: UpgradeFixture,
    readonly silent: TestDevice,
  ) {}

  static async open(): Promise<HostileSite> {
    const site = await UcentralSite.open();
    const [other, bystander] = [await site.service.fixture(), await site.service.fixture()];
    const silent = await site.device({}, bystander);
    const made = new HostileSite(site, [site.fixture, other], bystander, silent);
    for (const organisation of made.organisations) await made.fill(organisation);
    return made;
  }

  /** Lets the devices that are not hostile connect, and reports one state after the other until the end. */
  async hear(gateway: { readonly devicePort: number }, ended: Promise<unknown>): Promise<void> {
    let isOver = false;
    void ended.finally(() => (isOver = true));
    const lanes = this.living.map(async (living) => {
      living.follow([gateway]);
      await eventually('it is connected', async () => living.isOpen && this.freeKbOf(living));
      do {
        const states = (this.applied.get(living) ?? 0) + 1;
        const freeKb = FIRST_FREE_KB + states;
        living.say(freeKb);
        await eventually(`state ${states} is stored`, async () => (await this.freeKbOf(living)) === freeKb);
        this.applied.set(living, states);
      } while (!isOver);
    });
    await Promise.all(lanes);
  }

  /** A hash of every record of the organisation without hostile devices. */
  async bystanderRecords(): Promise<Record<string, string>> {
    const { models } = this.site.service.deps.mongo;
    const hashes: Record<string, string> = {};
    for (const { schema, collection } of everyModel(models)) {
      if (!('organisationId' in schema.paths)) continue;
      const filter = { organisationId: this.bystander.org };
      const records = await collection.find(filter).sort({ _id: 1 }).toArray();
      hashes[collection.collectionName] = createHash('sha256').update(JSON.stringify(records)).digest('hex');
    }
    return hashes;
  }

  /** Every reading operation answers as the API document says, and what is stored is exported and imported. */
  async expectReadable(): Promise<void> {
    for (const { org, network, admin } of this.organisations) {
      const { models } = this.site.service.deps.mongo;
      const devices = await models.devices.find({ organisationId: org }).lean();
      const requests = readingRequests({
        macs: devices.map(({ macId }) => macId),
        deviceIds: devices.map(({ _id }) => _id),
        serial: devices.map(({ routerSerialNumber }) => routerSerialNumber).join(','),
        networkId: network._id,
        ssidIds: [],
        radiusServerIds: [],
        upgradeIds: [],
      });
      for (const [path, query] of [...requests.values()].flat()) {
        const reply = await this.site.service.api.call('GET', path, { query, token: admin.token });
        expect(reply.status, `${path}: ${reply.text}`).to.be.below(500);
      }
    }
    await withRestored(this.site.service, async ({ api }) => {
      const count = await this.site.service.deps.mongo.models.devices.countDocuments();
      expect(await api.deps.mongo.models.devices.countDocuments()).to.equal(count);
    });
  }

  async close(): Promise<void> {
    for (const living of this.living) living.stop();
    await this.site.close();
  }

  private async fill(organisation: UpgradeFixture): Promise<void> {
    const { site } = this;
    const living = await site.device({ network: organisation.network }, organisation);
    this.living.push(await LivingDevice.make(site, living));
    const network = await makeNetwork(site.service.deps, organisation.org);
    for (let index = 0; index < HOSTILE_OF_EACH; index += 1) {
      const isSwitch = index === 0;
      const part = await makePart(site.service.deps, { isSwitch });
      const device = await site.device({ network, part }, organisation);
      const { _id, macId } = device;
      const { switchConfigurations } = site.service.deps.mongo.models;
      if (isSwitch) await switchConfigurations.create({ _id: macId, ports: PORTS });
      const issued = await issueDeviceCertificate(site.authority, macId, VALID);
      this.hostile.push({ _id, macId, serial: compactMac(macId), isSwitch, ...issued });
    }
  }

  private async freeKbOf({ device }: LivingDevice): Promise<number | undefined> {
    const { deviceStates } = this.site.service.deps.mongo.models;
    return (await deviceStates.findById(device._id).lean())?.memFreeKb;
  }
}
