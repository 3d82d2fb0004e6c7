import { expect } from 'chai';
import { runLoop } from '../../dev/run-loop.js';
import type { Pass } from '../../shared/platform/loop.js';
import type { InitTemplateRecord } from '../../shared/inventory/models/init-template.js';
import type { DeviceFields } from '../fixtures/records/device.js';
import type { TestService } from '../fixtures/records/test-service.js';
import { makeTemplate } from '../fixtures/records/uplink.js';
import { ConfiguredDevice } from '../configuration/http/configured-device.js';
import { bulkFixture, shownBulk, type BulkFixture, type ShownBulk } from './bulk-fixture.js';

/** A device that runs what it has fetched and applied last. */
export class ManagedDevice extends ConfiguredDevice {
  private runs: string | null = null;

  get id(): number {
    return this.device._id;
  }

  /** Fetches the document, which must be given, and reports it as applied without what it leaves out. */
  async apply(left_out: readonly object[] = []): Promise<void> {
    this.runs = (await this.document()).revision;
    await this.report(this.runs, { left_out });
  }

  /** Fetches the document, and refuses it for good. */
  async refuse(): Promise<void> {
    const { revision: attempted } = await this.document();
    const error = { code: 'apply', message: 'no link' };
    await this.report(this.runs, { state: 'rolled_back', attempted, attempt: 1, error });
  }

  /** Sends a heartbeat that reports what the device runs. */
  async beat(): Promise<void> {
    await this.report(this.runs);
  }
}

/** Devices that get the uplinks of a template by a bulk operation, on a clock of the test's own. */
export class StagedFleet {
  private constructor(
    readonly service: TestService,
    readonly bulk: BulkFixture,
    readonly templateId: number,
  ) {}

  /** @param template fields of the template */
  static async open(service: TestService, template: Partial<InitTemplateRecord> = {}): Promise<StagedFleet> {
    const bulk = await bulkFixture(service.api);
    const details = [{ uplink_type: '1', protocol: 'dhcp', mtu: 1400 }];
    const { _id } = await makeTemplate(service.deps, bulk.org, [], { details, ...template });
    return new StagedFleet(service, bulk, _id);
  }

  /** A device that is up and runs the document that it has now. */
  async managed(fields: DeviceFields = {}): Promise<ManagedDevice> {
    const { network } = this.bulk;
    const device = new ManagedDevice(this.service, await this.bulk.device({ network, ...fields }));
    await device.report(null);
    await device.apply();
    return device;
  }

  /** Starts the application of the template to devices. */
  async start(ids: readonly number[]): Promise<number> {
    const params = { init_template_id: this.templateId };
    return shownBulk(await this.bulk.create({ ids, action: 'apply_template', params }), 202).id;
  }

  /** Advances the clock, lets the devices report, and works on what is due. */
  async pass(seconds = 0, beating: readonly ManagedDevice[] = []): Promise<Pass> {
    this.service.clock.advance(seconds);
    for (const device of beating) await device.beat();
    return this.work();
  }

  /** Works on bulk operations until nothing can be done at once, and returns the last pass. */
  async work(): Promise<Pass> {
    for (let passes = 0; passes < 50; passes += 1) {
      const pass = await runLoop('bulk', this.service.deps);
      if (!pass.isMore) return pass;
    }
    throw new Error('The worker does not come to rest');
  }

  show(id: number): Promise<ShownBulk> {
    return this.bulk.show(id);
  }

  /** Those of some devices that have the uplinks of the template. */
  async changed(ids: readonly number[]): Promise<number[]> {
    const filter = { deviceId: { $in: [...ids] }, isDeleted: false };
    const found: number[] = await this.service.deps.mongo.models.uplinks.distinct('deviceId', filter);
    return found.sort((one, other) => one - other);
  }

  /** Changes settings of the configuration of the network. */
  async patch(configuration: object): Promise<void> {
    const { network } = this.bulk;
    const reply = await this.bulk.call('PATCH', `/v1/networks/${network._id}`, { body: { configuration } });
    expect(reply.status, reply.text).to.equal(200);
  }
}
