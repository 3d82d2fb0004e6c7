import { expect } from 'chai';
import { ROLES } from '../../../shared/access/domain/access.js';
import { sharedApi, type TestApi } from '../../fixtures/api.js';
import { makeOperator, makeOrganisation, makeUser } from '../../fixtures/records/organisation.js';
import { ownOrigin, PASSWORD_HASH, signInAs } from '../../browser/web-session.js';
import { tomorrow, upgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

const HTML = { Accept: 'text/html' };
const JSON_ONLY = { Accept: 'application/json, text/plain, */*' };
const QUEUE = 'upgrade-schedules';
const PATHS = ['', '/', '/api/queues', '/api/redis/stats', '/static/images/logo.svg'];

describe('queue board', () => {
  let api: TestApi;
  let org: number;
  let token: string;

  before(async () => {
    api = await sharedApi();
    org = (await makeOrganisation(api.deps))._id;
    token = (await makeOperator(api.deps)).token;
  });

  async function scheduledJob(): Promise<string> {
    const fixture = await upgradeFixture();
    const device = await fixture.device();
    await fixture.post({ aps: [`AP:${device._id}`], schedule_type: 'later', schedule_at: tomorrow() });
    const upgrade = await fixture.pending(device);
    const job = (await api.deps.jobs.queues[0]?.getDelayed())?.find(
      ({ data }) => (data as { scheduleId: number }).scheduleId === upgrade?.scheduleId,
    );
    if (job?.id === undefined) throw new Error('nothing was enqueued');
    return job.id;
  }

  for (const board of ['/admin/queues', '/admin/queues-manage']) {
    // docs/http.md#callers-6
    it(`admits only operators of the installation to ${board}`, async () => {
      for (const role of ROLES) {
        const caller = await makeUser(api.deps, org, { role });
        for (const path of PATHS) {
          const { status, text } = await api.call('GET', `${board}${path}`, {
            token: caller.token,
            headers: HTML,
          });
          expect(status, `${role} ${path}`).to.equal(403);
          expect(text).not.to.match(/upgrade-schedules|redis/i);
        }
      }
      for (const path of PATHS) {
        const { status } = await api.call('GET', `${board}${path}`, { token, headers: HTML });
        expect(status, path).to.equal(200);
      }
    });

    it(`redirects ${board} to the sign-in page without a session`, async () => {
      const page = await api.call('GET', board, { headers: HTML });
      expect([page.status, page.headers.get('Location')]).to.deep.equal([
        303,
        `/sign_in?next=${encodeURIComponent(board)}`,
      ]);
      for (const path of ['/api/queues', '/api/redis/stats']) {
        const data = await api.call('GET', `${board}${path}`, { headers: JSON_ONLY });
        expect(data.status).to.equal(401);
      }
    });
  }

  it('is linked from the page of operators, which users of organisations do not have', async () => {
    const page = await api.call('GET', '/upgrades', { token, headers: HTML });
    expect([page.status, page.headers.get('Location')]).to.deep.equal([303, '/admin']);
    const start = await api.call('GET', '/admin', { token, headers: HTML });
    expect(start.status).to.equal(200);
    expect(start.text).to.contain('href="/admin/queues"').and.to.contain('action="/sign_out"');
    const { token: theirs } = await makeUser(api.deps, org, { role: 'super_admin' });
    expect((await api.call('GET', '/admin', { token: theirs, headers: HTML })).status).to.equal(403);
  });

  it('opens with a session and references own files only', async () => {
    const { operator } = await makeOperator(api.deps, PASSWORD_HASH);
    const Cookie = await signInAs(api, operator.email);
    const page = await api.call('GET', '/admin/queues', { headers: { ...HTML, Cookie } });
    expect(page.status).to.equal(200);
    expect(page.text)
      .to.contain('airfleet queues')
      .and.not.to.match(/(src|href)="https?:/);
    const scripts = [...page.text.matchAll(/src="([^"]+)"/g)].map(([, file]) => file ?? '');
    expect(scripts).not.to.deep.equal([]);
    for (const file of scripts) {
      const script = await api.call('GET', `/admin/queues/${file}`, { headers: { Cookie } });
      expect(script.status, file).to.equal(200);
    }
  });

  it('relaxes the security policy for styles and under its own path only', async () => {
    const policy = async (path: string): Promise<string> =>
      (await api.call('GET', path, { token, headers: HTML })).headers.get('Content-Security-Policy') ?? '';
    const board = await policy('/admin/queues');
    expect(board).to.contain("script-src 'self';").and.to.contain("frame-ancestors 'none'");
    expect(board.match(/'unsafe-[a-z-]+'/g)).to.deep.equal(["'unsafe-inline'"]);
    expect(board).to.contain("style-src 'self' 'unsafe-inline'");
    for (const path of ['/upgrades', '/sign_in', '/admin/queuesx']) {
      expect(await policy(path), path).not.to.contain('unsafe');
    }
  });

  it('shows the schedule of a job, and no secret', async () => {
    const id = await scheduledJob();
    const reply = await api.call('GET', `/admin/queues/api/queues/${QUEUE}/${id}`, { token });
    expect(reply.status).to.equal(200);
    const { job } = reply.body as { job: { data: object; isFailed: boolean } };
    expect(job.data).to.have.all.keys(
      ...['scheduleId', 'organisationId', 'version', 'targets', 'dueAt', 'requestId'],
    );
  });

  it('refuses changes in the read-only board', async () => {
    const id = await scheduledJob();
    for (const [method, path] of [
      ['PUT', `/api/queues/${QUEUE}/${id}/clean`],
      ['PUT', `/api/queues/${QUEUE}/pause`],
      ['PUT', '/api/queues/pause'],
      ['PUT', `/api/queues/${QUEUE}/obliterate`],
      ['PATCH', `/api/queues/${QUEUE}/${id}/update-data`],
      ['POST', `/api/queues/${QUEUE}/add`],
    ] as const) {
      const reply = await api.call(method, `/admin/queues${path}`, { token, body: {} });
      expect(reply.status, path).to.equal(405);
    }
    const [queue] = api.deps.jobs.queues;
    expect(await queue?.isPaused()).to.equal(false);
    expect(await queue?.getJob(id)).not.to.equal(undefined);
  });

  it('answers what it does not have as the service does, without paths and traces', async () => {
    const manage = '/admin/queues-manage';
    for (const [method, path, status, code] of [
      ['GET', '/admin/queues/nothing', 404, 1104],
      ['GET', '/admin/queues/api/nothing', 404, 1104],
      ['GET', '/admin/queues/static/nothing.js', 404, 1104],
      ['GET', '/admin/queues/static/images/', 404, 1104],
      ['GET', '/admin/queues/static/%00', 404, 1104],
      ['GET', '/admin/queues/static/..%2f..%2fpackage.json', 404, 1104],
      ['GET', '/admin/queues/static/%E0%A4%A', 404, 1104],
      ['GET', `/admin/queues/static/${'a'.repeat(3000)}`, 404, 1104],
      ['PUT', `${manage}/nothing`, 404, 1104],
      ['DELETE', `${manage}/api/queues`, 404, 1104],
      ['POST', `${manage}/api/queues/${QUEUE}/add`, 400, 1103],
    ] as const) {
      const options = { token, ...(status === 400 ? { body: '{"unfinished": ' } : {}) };
      const headers = { 'Content-Type': 'application/json' };
      const reply = await api.call(method, path, { ...options, headers });
      expect([reply.status, (reply.body as { error_code?: number }).error_code], path).to.deep.equal([
        status,
        code,
      ]);
      const page = await api.call(method, path, { ...options, headers: { ...headers, ...HTML } });
      for (const { text } of [reply, page])
        expect(text, path).not.to.match(/node_modules|\.js:|at .*\(|ENOENT/);
    }
  });

  it('removes a job in the board for changes, from our own pages only', async () => {
    const { operator } = await makeOperator(api.deps, PASSWORD_HASH);
    const Cookie = await signInAs(api, operator.email);
    const id = await scheduledJob();
    const path = `/admin/queues-manage/api/queues/${QUEUE}/${id}/clean`;
    const foreign = { ...JSON_ONLY, Cookie, Origin: 'https://evil.example' };
    expect((await api.call('PUT', path, { headers: foreign })).status).to.equal(403);
    const [queue] = api.deps.jobs.queues;
    expect(await queue?.getJob(id)).not.to.equal(undefined);
    const own = { ...ownOrigin(api), ...JSON_ONLY, Cookie };
    expect((await api.call('PUT', path, { headers: own })).status).to.be.within(200, 204);
    expect(await queue?.getJob(id)).to.equal(undefined);
  });
});
