import { expect } from 'chai';
import type { RunningGateway } from '../../../gateway/start-gateway.js';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import { eventually } from '../../fixtures/eventually.js';
import { connected, runs } from '../../injected/device-steps.js';
import { GatewayProcess } from '../../processes/gateway-process.js';
import type { LivingDevice } from '../../ucentral/gateway/living-device.js';
import { UcentralSite } from '../../ucentral/gateway/ucentral-site.js';

/** Longer than the gateway waits for the answer to any command. */
const LONG_AGO_MS = 3_600_000;

/** Devices whose gateway is killed on the way, and another gateway to which they connect then. */
export class UcentralKillsFixture {
  /** Where gateways were killed, in order. */
  readonly killedAt: Failpoint[] = [];
  private readonly devices: LivingDevice[] = [];

  private constructor(
    private readonly site: UcentralSite,
    private readonly survivor: RunningGateway,
    private readonly wanted: ReadonlySet<Failpoint>,
  ) {}

  /** @param wanted the failpoints at which a gateway is killed; at the others nothing is tested */
  static async open(wanted: ReadonlySet<Failpoint>): Promise<UcentralKillsFixture> {
    const site = await UcentralSite.open();
    return new UcentralKillsFixture(site, await site.start(), wanted);
  }

  async close(): Promise<void> {
    for (const living of this.devices) living.stop();
    await this.site.close();
  }

  /** Upgrades a device whose gateway dies at an arrival at the point. @param attempts how many it takes */
  async upgrade(failpoint: Failpoint, arrival: number, attempts: number): Promise<void> {
    if (!this.wanted.has(failpoint)) return;
    const { site } = this;
    const { living } = await this.connected();
    await this.disconnect(living);
    const aps = [`AP:${living.device._id}`];
    const reply = await site.fixture.post({ version: '1.10.0', upgrade_type: 'manual', aps });
    expect(reply.status, reply.text).to.equal(200);
    await site.service.dispatch();
    await this.gatewayDies(failpoint, arrival, living);
    if (living.numbersOf('upgrade').length === 0) await this.letTimePass(living);
    living.follow([this.survivor]);
    await eventually('it has succeeded', async () => {
      const { _id, nextAttemptAt, status } = await site.service.latest(living.device);
      if (nextAttemptAt && nextAttemptAt > new Date())
        await site.fixture.set(_id, { nextAttemptAt: new Date() });
      return status === 'Success';
    });
    expect(await site.service.latest(living.device), failpoint).to.include({ attempts });
    expect(living.numbersOf('upgrade'), `${failpoint}: commands`).to.have.length(1);
    this.expectNoNumberTwice(living);
  }

  /** Configures a device whose gateway dies at an arrival at the point. @param commands how many it takes */
  async configure(failpoint: Failpoint, arrival: number, commands: number): Promise<void> {
    if (!this.wanted.has(failpoint)) return;
    const { site } = this;
    const { living, network, ssidId, uuid } = await this.connected();
    const before = living.numbersOf('configure').length;
    await this.disconnect(living);
    const body = { network_ssid: { ssid_name: 'Bar' } };
    const reply = await site.fixture.call('PUT', `/v1/network_ssids/${ssidId}`, { body });
    expect(reply.status, reply.text).to.equal(200);
    await this.gatewayDies(failpoint, arrival, living);
    await this.letTimePass(living);
    living.follow([this.survivor]);
    const isDecided = async (): Promise<boolean> =>
      (await site.recordOf(living.device))?.outcome?.state === 'failed';
    await eventually('the trial is decided', async () => (await this.runsLater(living, uuid)) || isDecided());
    // A device that connects again is not made to wait for its next attempt.
    if (await isDecided()) living.leave();
    await runs(site, living, uuid);
    const sent = living.commands.filter(({ method }) => method === 'configure');
    expect(JSON.stringify(sent.at(-1)?.params), failpoint).to.contain('"Bar"');
    expect(sent.length - before, `${failpoint}: commands`).to.equal(commands);
    this.expectNoNumberTwice(living);
    const { body: shown } = await site.fixture.call('GET', `/v1/networks/${network._id}/configuration`);
    expect((shown as { data: { configuration: object } }).data.configuration).to.include({ held: null });
  }

  /** Removes a device whose gateway dies when it has forgotten it. */
  async remove(failpoint: Failpoint): Promise<void> {
    if (!this.wanted.has(failpoint)) return;
    const { site } = this;
    const { living } = await this.connected();
    const dying = await this.dying(failpoint, 1);
    await this.disconnect(living);
    const before = (await site.recordOf(living.device))?.session ?? 0;
    living.follow([dying]);
    await eventually('its session has begun', async () => {
      return ((await site.recordOf(living.device))?.session ?? 0) > before;
    });
    const body = { devices: [living.device.macId] };
    const reply = await site.fixture.call('POST', '/v1/access_points/remove_devices', { body });
    expect(reply.status, reply.text).to.equal(200);
    await this.ends(dying, failpoint, living);
    expect(await site.recordOf(living.device)).to.equal(null);
    const sent = living.numbersOf('configure').length;
    living.follow([this.survivor]);
    await eventually('it is unknown', async () => {
      const { values } = await this.survivor.deps.gatewayMetrics.admissions.get();
      return values.some(({ labels, value }) => labels['outcome'] === 'unknown' && value > 0);
    });
    expect(living.numbersOf('configure')).to.have.length(sent);
    expect(await site.recordOf(living.device)).to.equal(null);
  }

  private async connected() {
    const made = await connected(this.site, this.survivor);
    this.devices.push(made.living);
    return made;
  }

  private async runsLater({ device }: LivingDevice, uuid: number): Promise<boolean> {
    const running = (await this.site.recordOf(device))?.running;
    return running !== null && running !== undefined && running.uuid > uuid;
  }

  private async disconnect(living: LivingDevice): Promise<void> {
    living.follow([]);
    living.leave();
    await eventually('it is not connected', () => !living.isOpen);
  }

  /** Lets a device connect to a gateway that dies at an arrival at the point. */
  private async gatewayDies(failpoint: Failpoint, arrival: number, living: LivingDevice): Promise<void> {
    const dying = await this.dying(failpoint, arrival);
    living.follow([dying]);
    await this.ends(dying, failpoint, living);
  }

  private dying(failpoint: Failpoint, arrival: number): Promise<GatewayProcess> {
    return GatewayProcess.start(this.site.settings({ AIRFLEET_KILL_AT: `${failpoint}:${arrival}` }));
  }

  private async ends(dying: GatewayProcess, failpoint: Failpoint, living: LivingDevice): Promise<void> {
    expect(await dying.ended(), failpoint).to.equal('SIGKILL');
    living.follow([]);
    await eventually('it has lost its connection', () => !living.isOpen);
    this.killedAt.push(failpoint);
  }

  /** As if the device had been away for longer than any answer takes. */
  private async letTimePass({ device }: LivingDevice): Promise<void> {
    const { ucentralDevices } = this.site.service.deps.mongo.models;
    const sentAt = new Date(Date.now() - LONG_AGO_MS);
    for (const step of ['upgrade', 'trial'])
      await ucentralDevices.updateOne(
        { _id: device._id, [step]: { $ne: null } },
        { [`${step}.sentAt`]: sentAt },
      );
  }

  /** No command has the number of another one, so that no answer is taken for that of another. */
  private expectNoNumberTwice({ commands }: LivingDevice): void {
    const numbers = commands.map(({ id }) => id);
    expect(new Set(numbers).size, String(numbers)).to.equal(numbers.length);
  }
}
