import { expect } from 'chai';
import { rolloutFixture, shown } from '../fixtures/records/rollout-fixture.js';
import { RealClock } from '../fixtures/clock.js';
import { TestService } from '../fixtures/records/test-service.js';
import { startApiProcess } from '../processes/api-process.js';

describe('a request with an Idempotency-Key', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.open({}, new RealClock());
  });
  after(() => service.close());

  // docs/reliability.md#keyed-request
  it('is carried out once when its API is killed after the change and before the answer', async () => {
    const fixture = await rolloutFixture(service.api);
    const { models } = service.deps.mongo;
    const body = { name: 'Once', targets: ['all'] };
    const send = (url: string, path: string, key: string): Promise<Response> =>
      fetch(`${url}/v1/rollouts${path}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${fixture.admin.token}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': key,
        },
        body: JSON.stringify(path === '' ? body : {}),
      });
    const dying = () => startApiProcess({ ...service.env, AIRFLEET_KILL_AT: 'rollout-changed' });

    const first = await dying();
    const lost: unknown = await send(first.url, '', 'create').catch((error: unknown) => error);
    expect(lost).to.be.an.instanceOf(Error);
    await first.kill();
    const again = await send(service.api.url, '', 'create');
    expect([again.status, again.headers.get('Idempotency-Replayed')]).to.deep.equal([201, 'true']);
    expect(await models.rollouts.countDocuments({ organisationId: fixture.org })).to.equal(1);

    const { id } = ((await again.json()) as { data: { rollout: { id: number } } }).data.rollout;
    const second = await dying();
    await send(second.url, `/${id}/start`, 'start').catch(() => undefined);
    await second.kill();
    const replayed = await send(service.api.url, `/${id}/start`, 'start');
    expect([replayed.status, replayed.headers.get('Idempotency-Replayed')]).to.deep.equal([200, 'true']);
    expect(shown(await fixture.show(id))).to.include({ state: 'Running', revision: 2 });
  });
});
