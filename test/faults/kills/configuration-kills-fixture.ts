import { expect } from 'chai';
import { announceHolds } from '../../../shared/configuration/operations/announce-holds.js';
import {
  judgeDueCanaries,
  judgeNewRefusals,
} from '../../../shared/configuration/operations/judge-canaries.js';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import { ConfiguredDevice } from '../../configuration/http/configured-device.js';
import { EditedNetwork, FIRST_SSID } from '../../configuration/http/edited-network.js';
import { callAt, type Client } from '../../fixtures/api.js';
import { eventually } from '../../fixtures/eventually.js';
import { PUBLIC_URL } from '../../fixtures/records/webhook-fixture.js';
import type { TestService } from '../../fixtures/records/test-service.js';
import { startApiProcess, type ApiProcess } from '../../processes/api-process.js';
import { WorkerProcesses } from '../../processes/worker-process.js';
import { observe } from '../../../dev/run-loop.js';

/** A canary's place and its deadline as they are two heartbeat intervals after the claim. */
const LONG_AGO = new Date('2026-01-01T00:00:00Z');

/** Edits of a network with three devices, whose APIs and workers are killed on the way. */
export class ConfigurationKillsFixture {
  /** Where processes were killed, in order. */
  readonly killedAt: Failpoint[] = [];
  private readonly apis: ApiProcess[] = [];
  private readonly workers: WorkerProcesses;

  private constructor(
    private readonly service: TestService,
    private readonly network: EditedNetwork,
    private readonly wanted: ReadonlySet<Failpoint>,
  ) {
    this.workers = new WorkerProcesses(service.env);
  }

  /** @param wanted the failpoints of workers at which one is killed; the others are passed without a process */
  static async open(
    service: TestService,
    wanted: ReadonlySet<Failpoint>,
  ): Promise<ConfigurationKillsFixture> {
    const network = await EditedNetwork.open(service, 3);
    const types = ['configuration.held', 'configuration.lifted'];
    const made = await network.fixture.call('POST', '/v1/webhooks', { body: { url: PUBLIC_URL, types } });
    expect(made.status, made.text).to.equal(201);
    await network.patch({ soak_s: 0, stop_after: 1 });
    return new ConfigurationKillsFixture(service, network, wanted);
  }

  async close(): Promise<void> {
    await this.workers.kill();
    for (const api of this.apis) await api.kill();
  }

  /** An edit whose canary refuses it. The APIs die when it has claimed, fetched and refused. */
  async refuseByCanary(): Promise<void> {
    const { network } = this;
    const [canary, second] = this.devices;
    await network.edit({ ssid_name: 'Bar' });
    await this.apiDiesAt('canary-written', (api) => network.beat(canary, {}, api));
    expect((await network.record()).parts?.[0]).to.include({ deviceId: canary.device._id, tries: 1 });
    await network.untilOffered(canary);
    expect(await network.beat(second), 'another device').to.include({ fetch: false });

    await this.apiDiesAt('fetch-recorded', (api) => canary.document(api));
    expect((await network.record()).parts?.[0]).to.include({ fetchedAt: null });
    expect(await network.beat(canary), 'the document was lost').to.include({ fetch: true });
    const { revision } = await canary.document();
    expect(await this.stateOf(canary)).to.equal('pending');

    const refusal = network.refusal(revision);
    await this.apiDiesAt('canary-written', (api) => network.beat(canary, refusal, api));
    expect((await network.record()).held).to.include({ reason: 'canary', deviceId: canary.device._id });
    await this.expectHeldBack(second);
    expect(await this.stateOf(canary)).to.equal('failed');
    await announceHolds(this.service.deps);
  }

  /** An edit whose first canary is silent, which the second passes, and which another device refuses. */
  async refuseAfterSilence(): Promise<void> {
    const { network, service } = this;
    const [first, second, third] = this.devices;
    await network.claim(second, { ssid_name: 'Terrace' });
    const place = { 'parts.0.claimedAt': LONG_AGO, dueAt: LONG_AGO };
    const { networkConfigurations } = service.deps.mongo.models;
    await networkConfigurations.updateOne({ _id: network.fixture.network._id }, { $set: place });
    await this.workerDiesAt('canaries-read');
    expect((await network.record()).parts?.[0], 'as it was').to.include({ deviceId: second.device._id });
    await this.workerDiesAt('canary-judged', () => judgeDueCanaries(service.deps));
    expect((await network.record()).parts?.[0], 'a free place').to.include({ deviceId: null, tries: 1 });

    await network.untilOffered(third);
    expect((await network.record()).parts?.[0]).to.include({ deviceId: third.device._id, tries: 2 });
    await network.apply(third);
    expect((await network.record()).parts?.[0]?.passedAt).to.be.instanceOf(Date);
    await network.untilOffered(second);
    await network.refuse(second);
    await this.workerDiesAt('refusals-judged', () => judgeNewRefusals(service.deps, { from: new Date(0) }));
    const { held, refusals } = await network.record();
    expect(held).to.include({ reason: 'failures' });
    expect(refusals).to.deep.equal([second.device._id]);
    await this.expectHeldBack(first);
    expect(await this.stateOf(third), 'a device that runs the edit').to.equal('in_sync');
    await this.workerDiesAt('holds-announced', () => announceHolds(service.deps));
  }

  /** A retry, after which every device applies what it is offered. */
  async retry(): Promise<void> {
    const { network } = this;
    const path = `/v1/networks/${network.fixture.network._id}/configuration/retry`;
    const reply = await network.fixture.call('POST', path);
    expect(reply.status, reply.text).to.equal(200);
    expect(await network.record()).to.include({ held: null });
    await eventually('every device runs what it is to run', async () => {
      for (const device of this.devices) if ((await network.beat(device)).fetch) await network.apply(device);
      const states = await Promise.all(this.devices.map((device) => this.stateOf(device)));
      return states.every((state) => state === 'in_sync');
    });
  }

  /** The devices run one edit, and the counts of the network are those of its devices. */
  async expectInSync(): Promise<void> {
    const { network, service } = this;
    // As if the lock of a killed worker had expired, which takes half a minute.
    await service.deps.mongo.models.locks.deleteOne({ _id: 'observation' });
    expect(await observe(service.deps)).to.equal(true);
    const path = `/v1/networks/${network.fixture.network._id}/configuration`;
    const { body } = await network.fixture.call('GET', path);
    const { counts } = (body as { data: { configuration: { counts: object } } }).data.configuration;
    expect(counts).to.include({ in_sync: this.devices.length, pending: 0, held: 0, failed: 0 });
    const documents = await Promise.all(this.devices.map((device) => device.document()));
    expect(documents.map(({ wireless }) => (wireless as { ssid: string }[])[0]?.ssid)).to.deep.equal([
      'Terrace',
      'Terrace',
      'Terrace',
    ]);
  }

  /** The audit log and the webhook have each hold and each end of one once, in order. */
  async expectAnnounced(types: readonly string[]): Promise<void> {
    const { network, service } = this;
    expect(await network.announced()).to.deep.equal(types);
    const events = await service.deps.mongo.models.webhookEvents
      .find({ organisationId: network.fixture.org })
      .sort({ at: 1 })
      .lean();
    expect(events.map(({ type }) => type)).to.deep.equal(types);
  }

  private get devices() {
    return this.network.devices as readonly [ConfiguredDevice, ConfiguredDevice, ConfiguredDevice];
  }

  /** A device of a held network gets nothing, and a new one the settings before the edit. */
  private async expectHeldBack(device: ConfiguredDevice): Promise<void> {
    const { fixture } = this.network;
    expect((await device.fetch()).status).to.equal(409);
    await device.untilFetch(false, this.network.running(device));
    expect(await this.stateOf(device)).to.be.oneOf(['held', 'failed']);
    const fresh = new ConfiguredDevice(this.service, await fixture.device({ network: fixture.network }));
    await fresh.report(null);
    const [ssid] = (await fresh.document())['wireless'] as { ssid: string }[];
    expect(ssid?.ssid).to.equal(FIRST_SSID.ssid_name);
    await fixture.call('DELETE', '/v1/access_points/remove_devices', {
      body: { devices: [fresh.device.macId] },
    });
  }

  private async stateOf({ device }: ConfiguredDevice): Promise<string> {
    const { body } = await this.network.fixture.call('GET', `/v1/devices/${device._id}/configuration`);
    return (body as { data: { configuration: { state: string } } }).data.configuration.state;
  }

  /** Sends a request to an API until it dies at the failpoint. */
  private async apiDiesAt(failpoint: Failpoint, send: (api: Client) => Promise<unknown>): Promise<void> {
    const api = await startApiProcess({ ...this.service.env, AIRFLEET_KILL_AT: failpoint });
    this.apis.push(api);
    const client = { url: api.url, call: callAt.bind(null, api.url) };
    let end: number | string | null = null;
    void api.ended().then((how) => (end = how));
    // An API knows the networks a moment after it has heard of the first device.
    await eventually(`an API dies at ${failpoint}`, async () => {
      await send(client).catch(() => undefined);
      return end !== null;
    });
    expect(end, failpoint).to.equal('SIGKILL');
    this.killedAt.push(failpoint);
  }

  /** @param run what a worker does, in this process when none is killed */
  private async workerDiesAt(failpoint: Failpoint, run?: () => Promise<unknown>): Promise<void> {
    if (!this.wanted.has(failpoint)) {
      await run?.();
      return;
    }
    await this.workers.dieAt(failpoint);
    this.killedAt.push(failpoint);
  }
}
