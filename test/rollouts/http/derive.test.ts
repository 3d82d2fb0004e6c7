import { expect } from 'chai';
import { makeUser } from '../../fixtures/records/organisation.js';
import {
  faultsIn,
  refused,
  rolloutFixture,
  shown,
  type RolloutFixture,
} from '../../fixtures/records/rollout-fixture.js';

describe('retry and rollback of a rollout', () => {
  let fixture: RolloutFixture;
  beforeEach(async () => {
    fixture = await rolloutFixture();
  });

  // docs/rollouts.md#retry_rollout-1
  it('create a draft for the devices that failed or were not reached, with the other settings', async () => {
    const source = await fixture.started({
      version: '1.9.0',
      rate: { per_minute: 60 },
      exclude: ['part:AP-1'],
      stages: [{ count: 5 }],
    });
    const reply = await fixture.act(source.id, 'retry', {
      body: { causes: ['download', 'not_reached'], name: 'Again' },
    });
    const retry = shown(reply, 201);
    expect(reply.headers.get('ETag')).to.equal('"1"');
    expect(retry).to.include({ state: 'Draft', version: '1.9.0', name: 'Again', end_at: null, revision: 1 });
    expect(retry.targets).to.deep.equal([`rollout:${source.id}:failed`, `rollout:${source.id}:expired`]);
    for (const setting of ['rate', 'exclude', 'seed', 'gates'])
      expect(retry[setting], setting).to.deep.equal(source[setting]);
    expect(retry.stages[0]).to.include({ count: 5, state: 'Waiting' });
    expect(retry['derived_from']).to.deep.equal({
      rollout_id: source.id,
      action: 'retry',
      causes: ['download', 'not_reached'],
    });
    expect(shown(await fixture.show(source.id))['revision']).to.equal(source.revision);
  });

  // docs/rollouts.md#rollback_rollout-1
  it('create a draft of one stage without windows and health gate for the upgraded devices', async () => {
    const source = await fixture.started({
      name: 'x'.repeat(100),
      version: '1.9.0',
      windows: [{ days: ['tue'], from: '01:00', to: '05:00' }],
      gates: { action: 'rollback', failure_percent: 7 },
      max_in_flight: 7,
    });
    await fixture.act(source.id, 'pause');
    const rollback = shown(await fixture.act(source.id, 'rollback', { body: { max_in_flight: 9 } }), 201);
    expect(rollback).to.include({ state: 'Draft', version: 'previous', max_in_flight: 9 });
    expect(rollback['name']).to.equal(`Rollback of ${'x'.repeat(88)}`);
    expect(rollback['seed']).to.equal(String(rollback.id));
    expect(rollback.targets).to.deep.equal([`rollout:${source.id}:upgraded`]);
    expect([rollback['windows'], rollback['blackout'], rollback['exclude']]).to.deep.equal([[], [], []]);
    expect(rollback['gates']).to.include({ health: false, action: 'pause', failure_percent: 50 });
    expect(rollback['gates']).to.include({ min_finished: 10 });
    expect(rollback.stages).to.have.length(1);
    expect(rollback.stages[0]).to.include({ percent: 100 });
    expect(rollback['derived_from']).to.deep.equal({
      rollout_id: source.id,
      action: 'rollback',
      causes: [],
    });
    expect((await fixture.act(rollback.id, 'start')).status).to.equal(200);
  });

  // docs/rollouts.md#retry_rollout-2
  // docs/rollouts.md#rollback_rollout-2
  it('are refused before the start, and a rollback while Running', async () => {
    const { id } = await fixture.draft();
    const codes = async (): Promise<[number, number][]> => [
      refused(await fixture.act(id, 'retry')),
      refused(await fixture.act(id, 'rollback')),
    ];
    expect(await codes()).to.deep.equal([
      [409, 1111],
      [409, 1111],
    ]);
    await fixture.act(id, 'start');
    expect((await fixture.act(id, 'retry')).status).to.equal(201);
    expect(refused(await fixture.act(id, 'rollback'))).to.deep.equal([409, 1111]);
    for (const action of ['pause', 'cancel']) {
      await fixture.act(id, action);
      expect((await fixture.act(id, 'retry')).status, action).to.equal(201);
      expect((await fixture.act(id, 'rollback')).status, action).to.equal(201);
    }
  });

  // docs/rollouts.md#retry_rollout-3
  it('name every fault of the settings and the causes', async () => {
    const { id } = await fixture.started();
    const reply = await fixture.act(id, 'retry', {
      body: { causes: ['download', 'cancelled'], max_in_flight: 0, exclude: ['tag:99'] },
    });
    expect(refused(reply)).to.deep.equal([422, 1109]);
    const faults = faultsIn(reply);
    expect(faults.map((fault) => fault.split(':')[0])).to.deep.equal([
      'causes[1]',
      'max_in_flight',
      'exclude[0]',
    ]);
  });

  // docs/rollouts.md#access-2
  // docs/rollouts.md#create_rollout-2
  it('need the right to change the rollout, and count as open rollouts', async () => {
    const { api, org } = fixture;
    const source = await fixture.started();
    const { token } = await makeUser(api.deps, org, { role: 'viewer' });
    expect(refused(await fixture.act(source.id, 'retry', { token }))).to.deep.equal([403, 1102]);
    expect(refused(await fixture.act(source.id, 'retry', { headers: { 'If-Match': '"9"' } }))).to.deep.equal([
      412, 1112,
    ]);
    const stored = await fixture.stored(source.id);
    await api.deps.mongo.models.rollouts.insertMany(
      Array.from({ length: 99 }, (_, index) => ({ ...stored, _id: org * 100_000 + index })),
    );
    expect(refused(await fixture.act(source.id, 'retry'))).to.deep.equal([409, 1115]);
  });

  // docs/http.md#idempotency-1
  it('create one draft for a repeated Idempotency-Key', async () => {
    const { id } = await fixture.started();
    const headers = { 'Idempotency-Key': 'once' };
    const first = shown(await fixture.act(id, 'retry', { headers }), 201);
    const again = await fixture.act(id, 'retry', { headers });
    expect(again.headers.get('Idempotency-Replayed')).to.equal('true');
    expect(shown(again, 201).id).to.equal(first.id);
    expect(refused(await fixture.act(id, 'retry', { headers, body: { name: 'Other' } }))).to.deep.equal([
      422, 1114,
    ]);
  });
});
