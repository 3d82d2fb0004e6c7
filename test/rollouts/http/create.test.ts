import { expect } from 'chai';
import { callAt } from '../../fixtures/api.js';
import { makeNetwork, makeOrganisation, makeTag, makeUser } from '../../fixtures/records/organisation.js';
import {
  faultsIn,
  refused,
  rolloutFixture,
  shown,
  type RolloutFixture,
} from '../../fixtures/records/rollout-fixture.js';

describe('POST /v1/rollouts', () => {
  let fixture: RolloutFixture;
  beforeEach(async () => {
    fixture = await rolloutFixture();
  });

  // docs/rollouts.md#create_rollout-1
  // docs/rollouts.md#show_rollout-1
  it('creates a draft and shows every setting with its default', async () => {
    const { network, admin } = fixture;
    const reply = await fixture.create({
      version: '1.10.0',
      stages: [{ canary_per_part: 1 }, { approval: true, percent: 100 }],
      rate: { per_minute: 60 },
      time_zone: 'Europe/Berlin',
      windows: [{ days: ['tue'], from: '01:00', to: '05:00' }],
    });
    const rollout = shown(reply, 201);
    expect(reply.headers.get('ETag')).to.equal('"1"');
    expect(rollout['created_at']).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const waiting = { state: 'Waiting', progress: null, started_at: null, done_at: null };
    const expected = {
      id: rollout.id,
      state: 'Draft',
      state_reason: null,
      revision: 1,
      name: 'To the hotels',
      version: '1.10.0',
      targets: [`network:${network._id}`],
      exclude: [],
      stages: [
        { n: 1, canary_per_part: 1, soak_minutes: 30, approval: false, ...waiting },
        { n: 2, percent: 100, soak_minutes: 30, approval: true, ...waiting },
      ],
      watch: null,
      seed: String(rollout.id),
      rate: { per_minute: 60, factor: 1, per_successes: null, max_per_minute: 100_000 },
      max_in_flight: 500,
      network: { max_percent: 25, switches_last: true },
      gates: {
        failure_percent: 5,
        min_finished: 10,
        delivery_percent: 50,
        second_opinion: true,
        health: true,
        excess_percent: 2,
        min_sick: 3,
        hold_out_percent: 2,
        watch_minutes: 1440,
        action: 'pause',
      },
      retry: { max_attempts: 4, step_timeout_minutes: 30 },
      time_zone: 'Europe/Berlin',
      windows: [{ days: ['tue'], from: '01:00', to: '05:00' }],
      blackout: [],
      lead_minutes: 15,
      start_at: null,
      end_at: null,
      save_prev_config: false,
      current_stage: null,
      progress: null,
      waiting_for: null,
      window_opens_at: null,
      drift: null,
      derived_from: null,
      created_by: admin.user._id,
      created_at: rollout['created_at'],
      started_at: null,
      ended_at: null,
    };
    expect(reply.body).to.deep.equal({ data: { rollout: expected }, status: 201 });
    // Clients also see the fields in this order.
    expect(JSON.stringify(rollout)).to.equal(JSON.stringify(expected));
    expect((await fixture.show(rollout.id)).body).to.deep.equal({ data: { rollout: expected }, status: 200 });
  });

  // docs/http.md#faults-1
  // docs/rollouts.md#errors-2
  it('names every fault of a request at once, unknown targets among them', async () => {
    const foreign = await makeNetwork(fixture.api.deps, (await makeOrganisation(fixture.api.deps))._id);
    const tag = await makeTag(fixture.api.deps, fixture.org);
    const reply = await fixture.create({
      name: '',
      version: '7.7.7',
      targets: [`tag:${tag._id}`, 'nonsense', `network:${foreign._id}`],
      exclude: ['part:X', 'AP:999999999', 'rollout:999999999:failed'],
      stages: [{ canary_per_part: 1 }, { percent: 101 }, { targets: ['tag:999999999'] }],
      rate: { factor: 2 },
    });
    expect(refused(reply)).to.deep.equal([422, 1109]);
    expect(faultsIn(reply)).to.have.members([
      'name: must not be empty',
      'targets[1]: is not a target',
      'stages[1].percent: must be at most 100',
      'rate.per_successes: is required when factor is above 1',
      'version: is not the version of a release',
      `targets[2]: network:${foreign._id} does not exist`,
      'exclude[1]: AP:999999999 does not exist',
      'exclude[2]: rollout:999999999:failed does not exist',
      'stages[2].targets[0]: tag:999999999 does not exist',
    ]);
  });

  // docs/http.md#faults-1
  it('names a list that is too long', async () => {
    const targets = Array.from({ length: 10_001 }, (_, index) => `AP:${index + 1}`);
    const reply = await fixture.create({ targets });
    expect(refused(reply)).to.deep.equal([422, 1109]);
    expect(faultsIn(reply)).to.deep.equal(['targets: must have at most 10000 entries']);
  });

  // docs/rollouts.md#access-3
  it('takes only targets that the caller may change', async () => {
    const { api, org, network } = fixture;
    const read = await makeNetwork(api.deps, org);
    const device = await fixture.device({ network: read });
    const unassigned = await fixture.device();
    const { token } = await makeUser(api.deps, org, {
      role: 'operator',
      manageInventory: false,
      networks: [
        { id: network._id, access: 'full' },
        { id: read._id, access: 'read' },
      ],
    });
    const targets = [
      `network:${network._id}`,
      `network:${read._id}`,
      `AP:${device._id}`,
      `AP:${unassigned._id}`,
    ];
    const reply = await callAt(api.url, 'POST', '/v1/rollouts', { token, body: { name: 'x', targets } });
    expect(faultsIn(reply)).to.deep.equal(
      [1, 2, 3].map((index) => `targets[${index}]: ${targets[index] ?? ''} does not exist`),
    );
  });

  // docs/rollouts.md#access-3
  it('refuses viewers, and callers who may change nothing', async () => {
    const { api, org, network } = fixture;
    const networks = [{ id: network._id, access: 'read' as const }];
    for (const fields of [{ role: 'viewer' as const }, { networks, manageInventory: false }]) {
      const { token } = await makeUser(api.deps, org, fields);
      expect(refused(await fixture.create({}, { token }))).to.deep.equal([403, 1102]);
    }
  });

  // docs/rollouts.md#create_rollout-2
  it('keeps no more than 100 open rollouts in an organisation, however many requests come at once', async () => {
    const { api, org } = fixture;
    const { models } = api.deps.mongo;
    const { id } = await fixture.draft();
    const first = await fixture.stored(id);
    const copies = Array.from({ length: 96 }, (_, index) => ({ ...first, _id: org * 100_000 + index }));
    await models.rollouts.insertMany(copies);
    const replies = await Promise.all(Array.from({ length: 10 }, () => fixture.create()));
    const created = replies.filter(({ status }) => status === 201);
    const others = replies.filter(({ status }) => status !== 201);
    expect(created).to.have.length(3);
    for (const reply of others) expect(refused(reply)).to.deep.equal([409, 1115]);
    expect(await models.rollouts.countDocuments({ organisationId: org })).to.equal(100);
    await models.rollouts.updateOne({ _id: id }, { $set: { state: 'Cancelled' } });
    shown(await fixture.create(), 201);
  });
});
