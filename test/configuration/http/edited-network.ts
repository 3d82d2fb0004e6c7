import { expect } from 'chai';
import { announceHolds } from '../../../shared/configuration/operations/announce-holds.js';
import type { NetworkConfigurationRecord } from '../../../shared/configuration/records/models/network-configuration.js';
import type { Client } from '../../fixtures/api.js';
import { eventually } from '../../fixtures/eventually.js';
import type { TestService } from '../../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import { ConfiguredDevice, type ConfigurationAnswer } from './configured-device.js';

/** The SSID with which the network of every test begins. */
export const FIRST_SSID = { ssid_name: 'Lobby', security_mode: '2', wpa_key: 'room-service-only' };

/** A network whose managed devices run its first settings. */
export class EditedNetwork {
  /** The SSID that edits change. */
  ssidId = 0;
  private attempts = 0;
  /** What each device runs. */
  private readonly runs = new Map<ConfiguredDevice, string>();

  private constructor(
    readonly service: TestService,
    readonly fixture: UpgradeFixture,
    readonly devices: readonly ConfiguredDevice[],
  ) {}

  /** @param count how many devices of one hardware part it has */
  static async open(service: TestService, count: number): Promise<EditedNetwork> {
    const fixture = await service.fixture();
    const { network } = fixture;
    const devices = [];
    for (let made = 0; made < count; made += 1)
      devices.push(new ConfiguredDevice(service, await fixture.device({ network })));
    const edited = new EditedNetwork(service, fixture, devices);
    const body = { network_id: network._id, network_ssid: FIRST_SSID };
    const created = await fixture.call('POST', '/v1/network_ssids', { body });
    expect(created.status, created.text).to.equal(200);
    edited.ssidId = (created.body as { data: { id: number } }).data.id;
    for (const device of devices) await edited.apply(device);
    return edited;
  }

  /** What a device runs; null: nothing. */
  running(device: ConfiguredDevice): string | null {
    return this.runs.get(device) ?? null;
  }

  /** Fetches the document, which must be given, and reports it as applied. */
  async apply(device: ConfiguredDevice): Promise<void> {
    const { revision } = await device.document();
    this.runs.set(device, revision);
    await device.report(revision);
  }

  /** Fetches the document, which must be given, and reports it as applied without a feature of an SSID. */
  async applyWithout(device: ConfiguredDevice, feature: string, ssid_id: number): Promise<void> {
    const { revision } = await device.document();
    this.runs.set(device, revision);
    await device.report(revision, { left_out: [{ ssid_id, feature }] });
  }

  /** Sends a heartbeat of a device, which reports what it runs. */
  beat(device: ConfiguredDevice, more: object = {}, via?: Client): Promise<ConfigurationAnswer> {
    return device.report(this.running(device), more, via);
  }

  /** Fetches the document, and refuses it for good. */
  async refuse(device: ConfiguredDevice): Promise<void> {
    const { revision } = await device.document();
    await this.beat(device, this.refusal(revision));
  }

  /** What a device reports whose next attempt has failed for good. */
  refusal(attempted: string): object {
    this.attempts += 1;
    const error = { code: 'apply', message: 'no radio' };
    return { state: 'failed', attempted, attempt: this.attempts, error };
  }

  async edit(fields: object): Promise<void> {
    const body = { network_ssid: fields };
    const reply = await this.fixture.call('PUT', `/v1/network_ssids/${this.ssidId}`, { body });
    expect(reply.status, reply.text).to.equal(200);
  }

  /** Changes settings of the configuration, and returns all of them. */
  async patch(configuration: object): Promise<Record<string, unknown>> {
    const body = { configuration };
    const reply = await this.fixture.call('PATCH', `/v1/networks/${this.fixture.network._id}`, { body });
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: { network: { configuration: Record<string, unknown> } } }).data.network
      .configuration;
  }

  record(): Promise<NetworkConfigurationRecord> {
    const { networkConfigurations } = this.service.deps.mongo.models;
    return networkConfigurations.findById(this.fixture.network._id).lean().orFail();
  }

  /** Sends heartbeats until the answer is that the device should fetch: an edit is known within about a second. */
  async untilOffered(device: ConfiguredDevice): Promise<void> {
    await eventually('the device may fetch', async () => (await this.beat(device)).fetch);
  }

  /** Edits the network, and makes a device the canary. */
  async claim(device: ConfiguredDevice, fields: object = { ssid_name: 'Bar' }): Promise<void> {
    await this.edit(fields);
    await this.untilOffered(device);
    expect((await this.record()).parts?.[0]).to.include({ deviceId: device.device._id, tries: 1 });
  }

  /** The announced holds and their ends in the audit log, in order. */
  async announced(): Promise<string[]> {
    await announceHolds(this.service.deps);
    const { auditEntries } = this.service.deps.mongo.models;
    const subject = `network:${this.fixture.network._id}`;
    const found = await auditEntries
      .find({ organisationId: this.fixture.org, subject, action: /^configuration\.(held|lifted)$/ })
      .sort({ at: 1 })
      .lean();
    return found.map(({ action }) => action);
  }
}
