import { expect } from 'chai';
import { startApiProcess, type ApiProcess } from '../processes/api-process.js';
import { callAt, type CallOptions, type Client } from '../fixtures/api.js';
import { RealClock } from '../fixtures/clock.js';
import { eventually } from '../fixtures/eventually.js';
import type { LogLine, OwnProcess } from '../processes/own-process.js';
import { TestService } from '../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import { makeUserWithPassword, PASSWORD } from '../browser/web-session.js';
import { startWorkerProcess } from '../processes/worker-process.js';

const REQUEST_ID = 'request-of-this-test';
const WPA_KEY = 'a-key-that-no-log-contains';

describe('logs of the API and the worker', () => {
  let service: TestService;
  let fixture: UpgradeFixture;
  let api: ApiProcess;
  let worker: OwnProcess;
  before(async () => {
    // Keeps the sweep out: it dispatches what is due as well.
    service = await TestService.open({ SWEEP_INTERVAL_S: '600' }, new RealClock());
    fixture = await service.fixture();
    api = await startApiProcess(service.env);
    worker = startWorkerProcess({ ...service.env, LOG_LEVEL: 'info' });
  });
  after(async () => {
    await api.kill();
    await worker.kill();
    await service.close();
  });

  const call = (method: string, path: string, options: CallOptions) =>
    callAt(api.url, method, path, { token: fixture.admin.token, ...options });

  const lineOf = (process: OwnProcess, msg: string): Promise<LogLine> =>
    eventually(`${msg} of the request`, () =>
      process.lines.find((line) => line.msg === msg && line['requestId'] === REQUEST_ID),
    );

  it('have the request id in the line of the request and of the job it caused', async () => {
    const device = await fixture.device();
    const reply = await call('POST', '/upgrades', {
      headers: { 'X-Request-Id': REQUEST_ID },
      body: { upgrade: { aps: [`AP:${device._id}`] } },
    });
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.headers.get('X-Request-Id')).to.equal(REQUEST_ID);
    expect(await lineOf(api, 'request')).to.include({
      process: 'api',
      operation: 'upgrades create',
      status: 200,
      user: fixture.admin.user._id,
    });
    const { scheduleId } = await service.latest(device);
    const job = await lineOf(worker, 'job');
    expect(job).to.include({ process: 'worker', job: 'release-schedule' });
    expect(job['jobId']).to.match(new RegExp(`^schedule-${scheduleId}-`));
    expect(job['result']).to.include({ Queued: 1 });
  });

  it('contain no token, password, key or query of accepted or refused requests', async () => {
    const device = await fixture.device();
    const { user } = await makeUserWithPassword(service.api, fixture.org);
    const { token } = fixture.admin;
    const body = { network_id: fixture.network._id, network_ssid: { ssid_name: 'a', wpa_key: WPA_KEY } };
    await call('POST', '/v1/network_ssids', { body });
    await call('POST', '/v1/network_ssids', { body: { ...body, network_ssid: { wpa_key: WPA_KEY } } });
    await call('GET', `/v1/access_points/list_inventory?access_token=${token}`, { token: undefined });
    await call('POST', '/v1/access_tokens', { body: { email: user.email, password: PASSWORD } });
    await call('POST', '/v1/access_tokens', { body: { email: user.email, password: `${PASSWORD}!` } });
    const direct: Client = { url: api.url, call: (...asked) => callAt(api.url, ...asked) };
    expect((await service.heartbeat(device, {}, direct)).status).to.equal(200);
    const stranger = { ...device, deviceKey: `${device.deviceKey}!` };
    expect((await service.heartbeat(stranger, {}, direct)).status).to.equal(401);
    // Both have logged all that they will once they have ended.
    expect(await Promise.all([api.stop(), worker.stop()])).to.deep.equal([0, 0]);
    expect(api.lines.filter(({ msg }) => msg === 'request')).to.have.length.above(6);
    const logged = JSON.stringify([...api.lines, ...worker.lines]);
    for (const secret of [token, PASSWORD, WPA_KEY, device.deviceKey]) expect(logged).not.to.include(secret);
  });
});
