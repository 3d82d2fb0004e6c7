import { expect } from 'chai';
import type { OwnProcess } from '../../processes/own-process.js';
import type { Reply } from '../../fixtures/api.js';
import { eventually } from '../../fixtures/eventually.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { Machines } from '../../processes/machines.js';
import { SteadyLoad } from '../../processes/steady-load.js';

const PER_SECOND = 12;
/** Enough for four minutes. */
const DEVICES = 300;
/** Sweeps are so rare that none makes up for a lost job. */
const SETTINGS = { DRAIN_S: '3', SWEEP_INTERVAL_S: '600', HEARTBEAT_INTERVAL_S: '60' };
const LIST = '/v1/access_points/list_inventory';
const SEARCH = '/v1/access_points/rout_inventory_list';

describe('a rolling restart of three APIs and three workers', function () {
  this.timeout(1_800_000);
  let machines: Machines;
  before(async () => {
    machines = await Machines.open(SETTINGS, DEVICES);
  });
  after(() => machines.close());

  /**
   * Of ten requests, one schedules an upgrade of another device, three read, and six are heartbeats of different
   * devices, because at most two heartbeats of one device may wait.
   */
  function load(): SteadyLoad {
    const { balancer, fixture, devices, service } = machines;
    const { token } = fixture.admin;
    return new SteadyLoad(PER_SECOND, async (number) => {
      const device = devices[Math.floor(number / 10)];
      if (!device) throw new Error('There are too few devices');
      switch (number % 10) {
        case 0:
          return schedule(device);
        case 1:
          return balancer.call('GET', LIST, { token, query: { per_page: 20 } });
        case 2:
          return balancer.call('GET', SEARCH, { token, query: { per_page: 20 } });
        case 3:
          return balancer.call('GET', '/upgrades.json', { token, query: { per_page: 20 } });
        default:
          return service.heartbeat(devices[number % DEVICES] ?? device, {}, balancer);
      }
    });
  }

  function schedule(device: TestDevice): Promise<Reply> {
    const { balancer, fixture } = machines;
    const body = { upgrade: { aps: [`AP:${device._id}`] } };
    const headers = { 'Idempotency-Key': `upgrade of ${device._id}` };
    return balancer.call('POST', '/upgrades', { token: fixture.admin.token, headers, body });
  }

  /** The first schedules of new processes and a new database take longest. Returns how many there are. */
  async function scheduleFirst(): Promise<number> {
    for (const device of machines.devices.slice(-machines.apis.length))
      await eventually('an upgrade is scheduled', async () => (await schedule(device)).status === 200);
    return machines.service.deps.mongo.models.schedules.countDocuments();
  }

  async function replaceApi(api: OwnProcess & { url: string }): Promise<void> {
    expect(await api.stop()).to.equal(0);
    machines.balancer.remove(api.url);
    await machines.startApi();
  }

  async function replaceWorker(worker: OwnProcess): Promise<void> {
    expect(await worker.stop()).to.equal(0);
    await machines.startWorker();
  }

  it(`fails no request, and loses or repeats no job, at up to ${PER_SECOND} requests a second`, async () => {
    const first = await scheduleFirst();
    const running = load();
    try {
      for (const api of [...machines.apis]) await replaceApi(api);
      for (const worker of [...machines.workers]) await replaceWorker(worker);
    } finally {
      await running.stop();
    }
    const { failures, sent, repeated } = running;
    const reasons = machines.apis.flatMap(({ lines }) => lines.filter(({ level }) => Number(level) >= 40));
    const shown = JSON.stringify(reasons.slice(0, 3));
    expect(failures.slice(0, 5), `${failures.length} of ${sent} failed: ${shown}`).to.deep.equal([]);
    expect(repeated, 'starved requests').to.be.below(sent / 50);
    expect(sent).to.be.above(PER_SECOND * 5);

    const { schedules, upgrades } = machines.service.deps.mongo.models;
    await eventually('every upgrade is dispatched', async () => {
      return (await upgrades.countDocuments({ status: '' })) === 0;
    });
    const all = await schedules.find().lean();
    const jobs = () => machines.workers.flatMap(({ lines }) => lines.filter(({ msg }) => msg === 'job'));
    await eventually('a log line for each job', () => jobs().length >= all.length);
    // A job that repeats has logged its second line before its worker ends.
    for (const worker of machines.workers) await worker.stop();
    expect(
      jobs()
        .map((line) => line['jobId'])
        .sort(),
    ).to.deep.equal(all.map(({ _id, dueAt }) => `schedule-${_id}-${dueAt.getTime()}`).sort());
    expect(all).to.have.lengthOf(first + Math.ceil(sent / 10));
    expect(await upgrades.countDocuments({ status: 'Queued' })).to.equal(all.length);
  });
});
