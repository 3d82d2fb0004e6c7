import { randomBytes } from 'node:crypto';
import type { ApiDeps } from '../../../api/deps.js';
import type { Role } from '../../../shared/access/domain/access.js';
import { hashToken, publicTokenId } from '../../../shared/platform/values/secrets.js';
import type { HardwarePartRecord } from '../../../shared/inventory/models/hardware-part.js';
import type { FirmwareReleaseRecord } from '../../../shared/firmware/models/firmware-release.js';
import type { InitTemplateRecord } from '../../../shared/inventory/models/init-template.js';
import type { NetworkRecord } from '../../../shared/inventory/models/network.js';
import type { TagRecord } from '../../../shared/inventory/models/tag.js';
import { noteUnknownDevice } from '../../../shared/enrolment/operations/note-unknown-device.js';
import { openSession } from '../../../shared/access/operations/open-session.js';
import type { CallOptions, Reply, TestApi } from '../../fixtures/api.js';
import { makeAlert } from '../../fixtures/records/alert.js';
import {
  makeDevice,
  makeMasterDevices,
  uniqueMac,
  type DeviceFields,
  type TestDevice,
} from '../../fixtures/records/device.js';
import {
  askingDevice,
  makeEnrolmentToken,
  waitingEnrolment,
  type TestEnrolmentToken,
} from '../../fixtures/records/enrolment.js';
import { registration } from '../../openwisp/openwisp-agent.js';
import { makeRelease } from '../../fixtures/records/firmware.js';
import { nextId } from '../../fixtures/records/ids.js';
import { makeNetwork, makeTag, makeUser, type TestUser } from '../../fixtures/records/organisation.js';
import { membershipIn } from '../../fixtures/records/rollout-fixture.js';
import { PUBLIC_URL, putEvent, shownWebhook } from '../../fixtures/records/webhook-fixture.js';
import { makeRadiusServer } from '../../fixtures/records/radius-server.js';
import { makeSsid } from '../../fixtures/records/ssid.js';
import { makeTemplate } from '../../fixtures/records/uplink.js';
import { makeUpgrade } from '../../fixtures/records/upgrade.js';
import { tomorrow } from '../../fixtures/records/upgrade-fixture.js';

/** A pending upgrade of one of these devices. */
export interface NetworkUpgrade {
  readonly id: number;
  readonly scheduleId: number;
  readonly device: TestDevice;
}

/**
 * One network of one organisation, and records in it. Every name contains the marker, so a response that contains the
 * marker shows one of these records.
 */
export class NetworkRecords {
  private failed = 0;

  private constructor(
    private readonly api: TestApi,
    /** An administrator with full access to the organisation. */
    readonly admin: TestUser,
    readonly part: HardwarePartRecord,
    readonly network: NetworkRecord,
    readonly marker: string,
  ) {}

  static async make(
    api: TestApi,
    admin: TestUser,
    part: HardwarePartRecord,
    what: string,
  ): Promise<NetworkRecords> {
    const marker = `${what}-${randomBytes(6).toString('hex')}`;
    const networkName = `Network ${marker}`;
    const network = await makeNetwork(api.deps, admin.caller.organisationId, { networkName });
    return new NetworkRecords(api, admin, part, network, marker);
  }

  get org(): number {
    return this.admin.caller.organisationId;
  }

  /** What openwisp-config sends to register a new device whose hardware part is known. */
  async registration(): Promise<Readonly<Record<string, string>>> {
    const model = `model of ${this.org}`;
    const { hardwareParts } = this.deps.mongo.models;
    await hardwareParts.updateOne({ _id: this.part._id }, { $addToSet: { boards: model } });
    return registration((await this.enrolmentToken()).secret, uniqueMac(), model);
  }

  device(fields: DeviceFields = {}): Promise<TestDevice> {
    const { part, network, marker } = this;
    return makeDevice(this.deps, this.org, { part, network, name: `Device ${marker}`, ...fields });
  }

  /** The id of a device that is up. */
  async deviceUp(): Promise<number> {
    return (await this.device({ state: { lastHeartbeatAt: this.deps.now() } }))._id;
  }

  /** The id of a device that has refused its configuration. */
  async refusingDevice(): Promise<number> {
    const { _id } = await this.device();
    const refused = { revision: 'a'.repeat(64), state: 'failed', code: 'apply', key: null, at: new Date() };
    const configuration = { refused, problem: 'failed' };
    await this.deps.mongo.models.deviceStates.updateOne({ _id }, { $set: { configuration } });
    return _id;
  }

  /** A MAC that is built and unclaimed. */
  async builtMac(): Promise<string> {
    const [built] = await makeMasterDevices(this.deps, this.part, 1);
    return built?._id ?? '';
  }

  tag(): Promise<TagRecord> {
    return makeTag(this.deps, this.org, `tag ${randomBytes(3).toString('hex')} ${this.marker}`);
  }

  /** Deletes the bulk operations of the organisation, which may have 20 open ones. */
  async withoutBulkOperations(): Promise<void> {
    await this.deps.mongo.models.bulkOperations.deleteMany({ organisationId: this.org });
  }

  private async createBulkOperation(body: object): Promise<number> {
    await this.withoutBulkOperations();
    const reply = await this.api.call('POST', '/v1/bulk_operations', { token: this.admin.token, body });
    return (reply.body as { data: { bulk_operation: { id: number } } }).data.bulk_operation.id;
  }

  /** The id of an import of the administrator. It replaces the earlier operations. */
  async importOperation(): Promise<number> {
    const rows = [{ mac: await this.builtMac(), name: this.marker }];
    return this.createBulkOperation({ action: 'import_devices', params: { rows } });
  }

  /** The id of a bulk operation of the administrator, with a failed device. It replaces the earlier ones. */
  async bulkOperation(): Promise<number> {
    const id = await this.createBulkOperation({ ids: [(await this.device())._id], action: 'release' });
    const failed = [{ id: 1, macId: null, errorCode: 1011, reason: this.marker }];
    await this.deps.mongo.models.bulkOperations.updateOne({ _id: id }, { $set: { failed } });
    return id;
  }

  /** The id of another network of the organisation, without devices. */
  async emptyNetwork(): Promise<number> {
    const networkName = `Empty network ${this.marker}`;
    return (await makeNetwork(this.deps, this.org, { networkName }))._id;
  }

  /** Counts a device of the network, as an observation does. */
  async countedSite(): Promise<void> {
    const [organisationId, tallyKey] = [this.org, this.network._id];
    const counts = { up: 1, down: 0, neverHeard: 0, versions: [], downShare: 0 };
    await this.deps.mongo.models.deviceTallies.updateOne(
      { _id: `${organisationId}:${tallyKey}`, organisationId },
      { $set: { tallyKey, ...counts } },
      { upsert: true },
    );
  }

  /** A device with its own tag. */
  async tagged(): Promise<TagRecord> {
    const tag = await this.tag();
    await makeDevice(this.deps, this.org, { part: this.part, network: this.network, tags: [tag] });
    return tag;
  }

  template(): Promise<InitTemplateRecord> {
    const name = `Template ${randomBytes(3).toString('hex')} ${this.marker}`;
    return makeTemplate(this.deps, this.org, ['1'], { name });
  }

  /** A release of the organisation that is not the latest. */
  release(fields: Partial<FirmwareReleaseRecord> = {}): Promise<FirmwareReleaseRecord> {
    const version = `1.0.${randomBytes(2).readUInt16BE()}-${this.marker}`;
    return makeRelease(this.deps, this.org, version, [this.part._id], fields);
  }

  /** A user of the organisation, with a token whose name contains the marker. */
  async holder(role: Role): Promise<{ userId: number; tokenId: string }> {
    const { user } = await makeUser(this.deps, this.org, { role });
    const { secret } = await openSession(this.deps, 'token', user, this.marker);
    return { userId: user._id, tokenId: publicTokenId(hashToken(secret)) };
  }

  /** Returns the id. A network has at most 16 SSIDs, so the earlier ones are deleted. */
  async ssid(): Promise<number> {
    await this.deps.mongo.models.networkSsids.deleteMany({ networkId: this.network._id });
    const name = `${this.marker.slice(0, 24)} ${randomBytes(3).toString('hex')}`;
    return makeSsid(this.api, this, { ssid_name: name, wpa_key: `key ${this.marker}` });
  }

  async upgrade(): Promise<NetworkUpgrade> {
    const device = await this.device();
    const upgrade = { aps: [`AP:${device._id}`], schedule_type: 'later', schedule_at: tomorrow() };
    const { token } = this.admin;
    const reply = await this.api.call('POST', '/upgrades.json', { token, body: { upgrade } });
    if (reply.status !== 200) throw new Error(`No upgrade was scheduled: ${reply.text}`);
    const record = await this.deps.mongo.models.upgrades
      .findOneAndUpdate({ routerInventoryId: device._id }, { $set: { message: this.marker } })
      .lean();
    if (!record) throw new Error('The upgrade is not there');
    return { id: record._id, scheduleId: record.scheduleId, device };
  }

  /** The id of an upgrade that its device has begun. */
  async begunUpgrade(): Promise<number> {
    return (await makeUpgrade(this.deps, await this.device(), 'Installing', { attempts: 1 }))._id;
  }

  /** Makes a device whose upgrade is Verifying. */
  async verifying(): Promise<void> {
    await makeUpgrade(this.deps, await this.device(), 'Verifying', { attempts: 1 });
  }

  /** The id of a rollout to the network, with a failed upgrade. It replaces the organisation's earlier rollouts. */
  async rollout(state: 'Draft' | 'Previewed' | 'Running' | 'Paused' | 'AwaitingApproval'): Promise<number> {
    const { models } = this.deps.mongo;
    await models.rollouts.deleteMany({ organisationId: this.org });
    const networks = [{ id: this.network._id, access: 'full' as const }];
    const { token } = await makeUser(this.deps, this.org, {
      role: 'operator',
      networks,
      manageInventory: false,
    });
    const send = async (path: string, body = {}): Promise<Reply> => {
      const reply = await this.api.call('POST', `/v1/rollouts${path}`, { token, body });
      if (reply.status >= 300) throw new Error(`The rollout is not ${state}: ${reply.text}`);
      return reply;
    };
    const created = await send('', {
      name: `Rollout ${this.marker}`,
      targets: [`network:${this.network._id}`],
    });
    const { id } = (created.body as { data: { rollout: { id: number } } }).data.rollout;
    if (state === 'Previewed') await send(`/${id}/preview`);
    else if (state !== 'Draft') await send(`/${id}/start`);
    if (state === 'Paused') await send(`/${id}/pause`);
    if (state === 'AwaitingApproval')
      await models.rollouts.updateOne({ _id: id }, { $set: { 'stages.0.state': state } });
    const membership = membershipIn(id, { partNumber: `part ${this.marker}` });
    const scheduleId = await nextId(this.deps.stores.ids, 'schedules');
    await models.rollouts.updateOne({ _id: id }, { $set: { scheduleId } });
    const fields = { ...membership, scheduleId, unprocessed: true, cause: 'download' } as const;
    this.failed = (await makeUpgrade(this.deps, await this.device(), 'Failed', fields))._id;
    return id;
  }

  /** The id of the upgrade of the last rollout. */
  get failedUpgrade(): number {
    return this.failed;
  }

  /** The id of the organisation's only RADIUS server, which the marker names. */
  async radiusServer(): Promise<number> {
    const { token } = this.admin;
    const call = (method: string, path: string, options: CallOptions) =>
      this.api.call(method, path, { token, ...options });
    const { models } = this.deps.mongo;
    await models.radiusServers.deleteMany({ organisationId: this.org });
    return (await makeRadiusServer({ call }, { name: this.marker })).id;
  }

  /** A token of the organisation, which the marker names. It replaces the earlier ones. */
  async enrolmentToken(fields: Partial<TestEnrolmentToken> = {}): Promise<TestEnrolmentToken> {
    await this.deps.mongo.models.enrolmentTokens.deleteMany({ organisationId: this.org });
    return makeEnrolmentToken(this.deps, this.org, { name: this.marker, ...fields });
  }

  /** The id of a device's request that waits with such a token. */
  async enrolment(): Promise<number> {
    return waitingEnrolment(this.api, askingDevice(await this.enrolmentToken()));
  }

  /** The id of the request of a device with a certificate that waits. */
  async unknownDevice(): Promise<number> {
    const [organisationId, macId] = [this.org, uniqueMac()];
    const device = { organisationId, macId, authority: 'hash', publicIp: '192.0.2.1' };
    await noteUnknownDevice(this.deps, device);
    return (await this.deps.mongo.models.enrolments.findOne({ organisationId, macId }).orFail().lean())._id;
  }

  /** The id of an open alert of the network. */
  async alert(): Promise<number> {
    return makeAlert(this.deps, this.org, { networkId: this.network._id, text: `${this.marker} is down` });
  }

  /** The id of a webhook with a failed delivery. It replaces the organisation's earlier webhooks. */
  async webhook(): Promise<number> {
    const { models } = this.deps.mongo;
    await models.webhooks.deleteMany({ organisationId: this.org });
    const { token } = this.admin;
    const body = { url: `${PUBLIC_URL}/${this.marker}`, types: ['rollout.paused'] };
    const reply = await this.api.call('POST', '/v1/webhooks', { token, body });
    const { id } = shownWebhook(reply, 201);
    await putEvent(this.deps, this.org, { id: `evt_${this.marker}_${id}`, type: 'rollout.paused' });
    return id;
  }

  /** The id of the delivery of a webhook. */
  async delivery(webhookId: number): Promise<number> {
    const found = await this.deps.mongo.models.webhookDeliveries.findOne({ webhookId }).lean();
    return found?._id ?? 0;
  }

  private get deps(): ApiDeps {
    return this.api.deps;
  }
}
