import type { Queue } from 'bullmq';
import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import type { DispatchScheduleJob } from '../../../shared/upgrades/jobs/job-queue.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { TestService } from '../../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

/** A service whose queue no worker drains, with a device of an organisation of its own for each test. */
export class ScheduleJobs {
  fixture!: UpgradeFixture;
  device!: TestDevice;

  private constructor(
    readonly service: TestService,
    readonly queue: Queue<DispatchScheduleJob>,
  ) {}

  static async open(): Promise<ScheduleJobs> {
    const service = await TestService.open();
    const [queue] = service.deps.jobs.queues as [Queue<DispatchScheduleJob>];
    return new ScheduleJobs(service, queue);
  }

  async beforeEach(): Promise<void> {
    await this.queue.obliterate({ force: true });
    this.fixture = await this.service.fixture();
    this.device = await this.fixture.device();
  }

  async afterEach(): Promise<void> {
    this.service.failpoint = () => undefined;
    await this.service.deps.mongo.models.schedules.deleteMany({});
  }

  close(): Promise<void> {
    return this.service.close();
  }

  /** Schedules an upgrade that is due in this many seconds. */
  async later(seconds: number): Promise<void> {
    const schedule_at = new Date(this.service.clock.now().getTime() + seconds * 1000).toISOString();
    const upgrade = { aps: [`AP:${this.device._id}`], schedule_type: 'later', schedule_at };
    expect((await this.fixture.post(upgrade)).status).to.equal(200);
  }

  /** Stops the work at this step, as if the process had died there. */
  dieAt(step: Failpoint): void {
    this.service.failpoint = (reached) => {
      if (reached !== step) return undefined;
      this.service.failpoint = () => undefined;
      throw new Error(`died at ${step}`);
    };
  }

  async status(): Promise<string> {
    return (await this.service.latest(this.device)).status;
  }
}
