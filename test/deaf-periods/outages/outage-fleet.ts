import { expect } from 'chai';
import { eventually } from '../../fixtures/eventually.js';
import { makeDevices, type TestDevice } from '../../fixtures/records/device.js';
import { makeNetwork } from '../../fixtures/records/organisation.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import type { NetworkRecord } from '../../../shared/inventory/models/network.js';
import type { OutageFixture } from './outage-fixture.js';
import { OutageDevices } from './outage-devices.js';

const NEW = '1.10.0';
/** The least that a network allows. */
const CONFIRM_WITHIN_S = 30;

/** What each group of devices is doing when the outage begins. */
interface Groups {
  readonly downloading: TestDevice[];
  readonly installing: TestDevice[];
  readonly soaking: TestDevice[];
  /** Downloads as well, and dies when the outage begins. */
  readonly dying: TestDevice[];
  /** Soaks in a rollout that a single failure rolls back. */
  readonly rollout: TestDevice[];
  /** One of them is the canary of an edit. */
  readonly edited: TestDevice[];
  readonly idle: TestDevice[];
}

const SIZES = { downloading: 3, installing: 3, soaking: 3, dying: 1, rollout: 5, edited: 3, idle: 7 };

/** The devices of a service, each group in the middle of something that an outage could be taken for a failure of. */
export class OutageFleet {
  readonly devices: OutageDevices;
  /** Where a device speaks to instead of the service's address. */
  urlOf: (device: TestDevice) => string | undefined = () => undefined;
  rolloutId = 0;

  private constructor(
    readonly fixture: OutageFixture,
    readonly organisation: UpgradeFixture,
    readonly groups: Groups,
    readonly edited: NetworkRecord,
  ) {
    this.devices = new OutageDevices(
      this.all,
      (device) => this.urlOf(device) ?? fixture.url,
      (device) => groups.edited.includes(device),
    );
  }

  /** Makes the devices, and waits until all of them are up. */
  static async open(fixture: OutageFixture): Promise<OutageFleet> {
    const { service } = fixture;
    const organisation = await service.fixture();
    const other = await makeNetwork(service.deps, organisation.org);
    const networks: Partial<Record<keyof Groups, NetworkRecord>> = {
      rollout: organisation.network,
      edited: other,
    };
    const groups: Partial<Record<keyof Groups, TestDevice[]>> = {};
    for (const [group, size] of Object.entries(SIZES) as [keyof Groups, number][])
      groups[group] = await makeDevices(service.deps, organisation.org, size, () => ({
        part: organisation.part,
        firmwareVersion: '1.9.0',
        network: networks[group] ?? null,
      }));
    const fleet = new OutageFleet(fixture, organisation, groups as Groups, other);
    await eventually('every device is up', async () => {
      const { deviceSummaries } = service.deps.mongo.models;
      const up = await deviceSummaries.countDocuments({ organisationId: organisation.org, state: 'up' });
      return up === fleet.all.length;
    });
    return fleet;
  }

  get all(): TestDevice[] {
    return (Object.values(this.groups) as TestDevice[][]).flat();
  }

  /** The devices that an outage must not harm. */
  get healthy(): TestDevice[] {
    return this.all.filter((device) => !this.groups.dying.includes(device));
  }

  /** Leads each group to the state that it is named after. */
  async prepare(): Promise<void> {
    const { downloading, installing, soaking, dying, rollout } = this.groups;
    await this.edit();
    const plain = [...downloading, ...installing, ...soaking, ...dying];
    const posted = await this.organisation.post({ aps: plain.map(({ _id }) => `AP:${_id}`) });
    expect(posted.status, posted.text).to.be.within(200, 201);
    await this.startRollout();
    await this.until('Downloading', [...plain, ...rollout]);
    const upgraded = [...soaking, ...rollout];
    await this.until('Verifying', upgraded, () => {
      this.devices.finish(upgraded);
    });
    this.devices.finish(installing);
    await this.until('Installing', installing);
  }

  /** Moves the deadline of the canary so that it is over soon, as it is if the device has fetched a minute ago. */
  async ageCanary(): Promise<void> {
    const { networkConfigurations } = this.fixture.service.deps.mongo.models;
    const fetchedAt = new Date(Date.now() - 2 * CONFIRM_WITHIN_S * 1000);
    const { modifiedCount } = await networkConfigurations.updateOne(
      { _id: this.edited._id, 'parts.0.fetchedAt': { $type: 'date' } },
      { $set: { 'parts.0.fetchedAt': fetchedAt, dueAt: new Date() } },
    );
    expect(modifiedCount, 'the canary has fetched').to.equal(1);
  }

  async statuses(devices: readonly TestDevice[]): Promise<string[]> {
    const { upgrades } = this.fixture.service.deps.mongo.models;
    const ids = devices.map(({ _id }) => _id);
    const found = await upgrades.find({ routerInventoryId: { $in: ids } }).lean();
    return found.map(({ status, message }) => (status === 'Failed' ? `Failed: ${message ?? ''}` : status));
  }

  /** @param each what to do before each pass */
  private async until(
    status: string,
    devices: readonly TestDevice[],
    each: () => void = () => undefined,
  ): Promise<void> {
    let found: string[] = [];
    await eventually(`${devices.length} upgrades are ${status}`, async () => {
      each();
      found = await this.statuses(devices);
      return found.length === devices.length && found.every((one) => one === status);
    }).catch((error: unknown) => {
      throw new Error(`They are: ${found.join(', ')}`, { cause: error });
    });
  }

  private async startRollout(): Promise<void> {
    const { organisation } = this;
    const body = {
      name: 'Through an outage',
      version: NEW,
      targets: [`network:${organisation.network._id}`],
      stages: [{ percent: 100, soak_minutes: 0 }],
      network: { max_percent: 100 },
      gates: { failure_percent: 0, min_finished: 1, action: 'rollback' },
    };
    const created = await organisation.call('POST', '/v1/rollouts', { body });
    expect(created.status, created.text).to.equal(201);
    this.rolloutId = (created.body as { data: { rollout: { id: number } } }).data.rollout.id;
    const started = await organisation.call('POST', `/v1/rollouts/${this.rolloutId}/start`, { body: {} });
    expect(started.status, started.text).to.equal(200);
  }

  /** Edits the network whose devices are managed, and waits until its canary has fetched the document. */
  private async edit(): Promise<void> {
    const { organisation, edited, devices, groups } = this;
    const configuration = { soak_s: 0, confirm_within_s: CONFIRM_WITHIN_S };
    const patched = await organisation.call('PATCH', `/v1/networks/${edited._id}`, {
      body: { configuration },
    });
    expect(patched.status, patched.text).to.equal(200);
    const ssid = { ssid_name: 'Lobby', security_mode: '2', wpa_key: 'room-service-only' };
    const made = await organisation.call('POST', '/v1/network_ssids', {
      body: { network_id: edited._id, network_ssid: ssid },
    });
    expect(made.status, made.text).to.equal(200);
    await this.settle();
    const { id } = (made.body as { data: { id: number } }).data;
    const changed = await organisation.call('PUT', `/v1/network_ssids/${id}`, {
      body: { network_ssid: { ssid_name: 'Bar' } },
    });
    expect(changed.status, changed.text).to.equal(200);
    await eventually('a canary has fetched', () => devices.fetching.length > 0);
    expect(devices.fetching, 'only the canary has').to.have.lengthOf(1);
    expect(groups.edited).to.include(devices.fetching[0]);
  }

  /** Waits until every managed device runs what its network's settings say. */
  async settle(): Promise<void> {
    const path = `/v1/networks/${this.edited._id}/configuration`;
    await eventually('the network is in sync', async () => {
      this.devices.apply(this.groups.edited);
      const { body } = await this.organisation.call('GET', path);
      const { counts } = (body as { data: { configuration: { counts: { in_sync: number } } } }).data
        .configuration;
      return counts.in_sync === this.groups.edited.length;
    });
  }
}
