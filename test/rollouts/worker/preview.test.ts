import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import { columnsOf } from '../../../shared/rollouts/domain/preview/device-list.js';
import { makePart } from '../../fixtures/records/device.js';
import { makeNetwork } from '../../fixtures/records/organisation.js';
import { NEW, OLD, RolloutRunFixture } from '../rollout-run-fixture.js';
import { runLoop } from '../../../dev/run-loop.js';

interface Preview extends Record<string, unknown> {
  readonly state: string;
  readonly fingerprint: string;
  readonly totals: Record<string, number>;
  readonly stages: { devices: number; offline: number }[];
  readonly skipped: { reason: string; count: number; mac_ids: string[] }[];
}

const DEATHS = [
  'preview-list-written',
  'preview-listed',
  'preview-computed',
  'preview-written',
] as const satisfies readonly Failpoint[];

describe('the preview of a rollout', () => {
  let fixture: RolloutRunFixture;
  beforeEach(async () => {
    fixture = await RolloutRunFixture.open();
  });
  afterEach(() => fixture.close());

  async function shown(id: number): Promise<Preview> {
    const reply = await fixture.organisation.call('GET', `/v1/rollouts/${id}/preview`);
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: { preview: Preview } }).data.preview;
  }

  async function request(id: number): Promise<void> {
    const reply = await fixture.organisation.call('POST', `/v1/rollouts/${id}/preview`);
    expect(reply.status, reply.text).to.equal(202);
    expect((reply.body as { data: { preview: Preview } }).data.preview).to.include({
      state: 'computing',
      fingerprint: null,
    });
  }

  // docs/rollouts.md#preview_rollout-1
  // docs/rollouts.md#preview_rollout-2
  // docs/rollouts.md#show_rollout_preview-1
  it('counts every device by what a start would do with it', async () => {
    const { organisation, service } = fixture;
    const [away, up, pending] = await fixture.devices(3);
    service.clock.advance(600);
    await fixture.beat(up);
    await fixture.beat(pending);
    const done = await organisation.device({ firmwareVersion: NEW });
    const part = await makePart(service.deps);
    const other = await organisation.device({ firmwareVersion: OLD, part });
    await organisation.device({
      firmwareVersion: OLD,
      network: await makeNetwork(service.deps, organisation.org),
    });
    const later = { schedule_type: 'later', schedule_at: '2026-09-01T00:00:00Z', time_zone: 'UTC' };
    const upgrade = { aps: [`AP:${pending._id}`], version: NEW, upgrade_type: 'manual', ...later };
    const posted = await organisation.post(upgrade);
    expect(posted.status, posted.text).to.equal(200);
    const targets = [
      `network:${organisation.network._id}`,
      `AP:${done._id}`,
      `AP:${other._id}`,
      `AP:${up._id}`,
    ];
    const id = await fixture.draft({
      targets,
      stages: [{ canary_per_part: 1 }, { targets: [`AP:${away._id}`] }, { percent: 100, soak_minutes: 0 }],
    });
    await request(id);
    expect(await shown(id)).to.include({ state: 'computing', totals: null });
    await runLoop('previews', service.deps);
    const preview = await shown(id);
    expect(preview).to.include({ state: 'ready' });
    expect(preview.totals).to.deep.equal({
      targeted: 5,
      to_upgrade: 3,
      on_version: 1,
      no_firmware: 1,
      other_pending: 1,
      offline: 1,
      not_reversible: 0,
    });
    const counts = preview.stages.map(({ devices, offline }) => [devices, offline]);
    expect(counts).to.deep.equal([
      [1, 0],
      [1, 1],
      [1, 0],
    ]);
    const lines = [away, up, pending].map(({ _id, partNumber }) => `${_id}:${partNumber}:${OLD}\n`);
    expect(preview.fingerprint).to.equal(createHash('sha256').update(lines.join('')).digest('hex'));
    expect(preview['by_part']).to.deep.equal({ largest: [{ part: away.partNumber, count: 3 }], rest: 0 });
    expect(preview['by_network']).to.deep.equal({
      largest: [{ network_id: organisation.network._id, count: 3 }],
      rest: 0,
    });
    expect(preview['by_version']).to.deep.equal({ largest: [{ version: OLD, count: 3 }], rest: 0 });
    expect(preview.skipped).to.have.deep.members([
      { reason: 'on_version', count: 1, mac_ids: [done.macId] },
      { reason: 'no_firmware', count: 1, mac_ids: [other.macId] },
    ]);
    await fixture.act(id, 'start');
    await fixture.tick();
    await runLoop('previews', service.deps);
    await fixture.tickUntilIdle();
    expect(await service.deps.mongo.models.upgrades.countDocuments({ rolloutId: id })).to.equal(1);
  });

  // docs/rollouts.md#preview_rollout-1
  it('is replaced by the next one, which a repeated request does not restart', async () => {
    await fixture.devices(1);
    const id = await fixture.draft();
    await request(id);
    const { rolloutPreviews, previewLists } = fixture.service.deps.mongo.models;
    const run = async (): Promise<unknown> =>
      (await rolloutPreviews.findOne({ rolloutId: id }).lean())?.run?.id;
    const first = await run();
    await request(id);
    expect(await run()).to.equal(first);
    await runLoop('previews', fixture.service.deps);
    expect((await shown(id)).totals).to.include({ targeted: 1 });
    await fixture.devices(1);
    await request(id);
    await runLoop('previews', fixture.service.deps);
    expect((await shown(id)).totals).to.include({ targeted: 2 });
    expect(await previewLists.countDocuments({ rolloutId: id })).to.equal(1);
    expect((await fixture.organisation.call('DELETE', `/v1/rollouts/${id}`)).status).to.equal(200);
    expect(await rolloutPreviews.countDocuments({ rolloutId: id })).to.equal(0);
    expect(await previewLists.countDocuments({ rolloutId: id })).to.equal(0);
  });

  // docs/rollouts.md#preview_rollout-5
  for (const death of DEATHS)
    it(`is the same when a worker dies at ${death}`, async () => {
      const devices = await fixture.devices(3);
      // Each target is a slice of its own: more slices than one step lists.
      const targets = [
        `network:${fixture.organisation.network._id}`,
        ...devices.map(({ _id }) => `AP:${_id}`),
      ];
      const source = await fixture.started({ targets: [`AP:${devices[0]._id}`] });
      const id = await fixture.draft({
        targets: [...targets, `rollout:${source._id}:failed`, `rollout:${source._id}:upgraded`],
        exclude: [`rollout:${source._id}:upgraded`],
      });
      await request(id);
      let deaths = 0;
      fixture.service.failpoint = (failpoint) => {
        if (failpoint === death && deaths < 2) {
          deaths += 1;
          throw new Error('The worker died');
        }
      };
      for (let tries = 0; tries < 4; tries += 1) await runLoop('previews', fixture.service.deps);
      fixture.service.failpoint = () => undefined;
      expect(deaths).to.be.at.least(1);
      const preview = await shown(id);
      expect(preview).to.include({ state: 'ready' });
      expect(preview.totals).to.include({ targeted: 3, to_upgrade: 3 });
      const ids = devices.map(({ _id, partNumber }) => `${_id}:${partNumber}:${OLD}\n`);
      expect(preview.fingerprint).to.equal(createHash('sha256').update(ids.join('')).digest('hex'));
    });

  it('reads its lists in the order in which they are named, without those that are gone', async () => {
    const { rolloutPreviews } = fixture.service.deps.stores;
    const owner = { organisationId: fixture.organisation.org, rolloutId: 1 };
    const names = Array.from({ length: 20 }, (_, index) => `list ${(index * 7) % 20}`);
    for (const [index, _id] of names.entries()) {
      const fields = { key: 0n, networkId: null, part: '', version: '', flags: 0, stages: 0 };
      await rolloutPreviews.writeList({ _id, ...owner }, columnsOf([{ id: index, ...fields }]));
    }
    const found: number[] = [];
    for await (const { ids } of rolloutPreviews.readLists(owner.organisationId, ['gone', ...names]))
      found.push(...ids);
    expect(found).to.deep.equal(names.map((_, index) => index));
  });

  // docs/rollouts.md#preview_rollout-3
  it('estimates with the hours of each network', async () => {
    const { organisation, service } = fixture;
    const [first] = await fixture.devices(1);
    const network = await makeNetwork(service.deps, organisation.org);
    const second = await organisation.device({ firmwareVersion: OLD, network });
    await fixture.beat(second);
    const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
    const windows = [{ days, from: '20:00', to: '23:00' }];
    const body = { time_zone: 'UTC', windows };
    const set = await organisation.call('PATCH', `/v1/networks/${network._id}`, { body });
    expect(set.status, set.text).to.equal(200);
    const timesFor = async (...targets: string[]) => {
      const id = await fixture.draft({ targets, windows: [{ days, from: '01:00', to: '05:00' }] });
      await request(id);
      await runLoop('previews', service.deps);
      const [stage] = (await shown(id)).stages as unknown as { starts_at: string; ends_at: string }[];
      return [stage?.starts_at.slice(11, 16), stage?.ends_at.slice(11, 16)];
    };
    expect(await timesFor(`AP:${first._id}`)).to.deep.equal(['01:00', '01:11']);
    expect(await timesFor(`AP:${second._id}`)).to.deep.equal(['20:00', '20:11']);
    // The clock of the fixture shows noon.
    expect(await timesFor(`AP:${first._id}`, `AP:${second._id}`)).to.deep.equal(['20:00', '01:11']);
  });
});
