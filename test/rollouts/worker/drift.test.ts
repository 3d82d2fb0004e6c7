import { expect } from 'chai';
import type { TestDevice } from '../../fixtures/records/device.js';
import { refused } from '../../fixtures/records/rollout-fixture.js';
import { NEW, RolloutRunFixture } from '../rollout-run-fixture.js';
import { runLoop } from '../../../dev/run-loop.js';

describe('drift between a preview and the first binding', () => {
  let fixture: RolloutRunFixture;
  let devices: TestDevice[];
  beforeEach(async () => {
    fixture = await RolloutRunFixture.open();
    devices = await fixture.devices(2);
  });
  afterEach(() => fixture.close());

  /** A draft with a preview, and its fingerprint. */
  async function previewed(
    given: Record<string, unknown> = {},
  ): Promise<{ id: number; fingerprint: string }> {
    const id = await fixture.draft(given);
    await fixture.organisation.call('POST', `/v1/rollouts/${id}/preview`);
    await runLoop('previews', fixture.service.deps);
    const { body } = await fixture.organisation.call('GET', `/v1/rollouts/${id}/preview`);
    return {
      id,
      fingerprint: (body as { data: { preview: { fingerprint: string } } }).data.preview.fingerprint,
    };
  }

  /** Ticks until the first stage is bound, computing what the ticks wait for. */
  async function bind(): Promise<void> {
    await fixture.tick();
    await runLoop('previews', fixture.service.deps);
    await fixture.tickUntilIdle();
  }

  /** One device joins the organisation and another one gets the version. */
  async function change(): Promise<TestDevice> {
    const joined = await fixture.organisation.device({
      firmwareVersion: '1.8.0',
      network: fixture.organisation.network,
    });
    await fixture.service.deps.mongo.models.devices.updateOne(
      { _id: devices[0]?._id ?? 0 },
      { $set: { firmwareVersion: NEW } },
    );
    return joined;
  }

  // docs/rollouts.md#show_rollout_preview-1
  it('leaves no preview that the start has overtaken', async () => {
    const id = await fixture.draft();
    const show = () => fixture.organisation.call('GET', `/v1/rollouts/${id}/preview`);
    await fixture.organisation.call('POST', `/v1/rollouts/${id}/preview`);
    expect((await show()).body).to.have.nested.property('data.preview.state', 'computing');
    await fixture.act(id, 'start');
    await fixture.tickUntilIdle();
    expect(refused(await show())).to.deep.equal([404, 1110]);
  });

  // docs/rollouts.md#drift-2
  it('pauses a rollout that was started with the fingerprint, before anything is written', async () => {
    const { id, fingerprint } = await previewed();
    const joined = await change();
    await fixture.act(id, 'start', { fingerprint });
    await bind();
    const rollout = await fixture.rollout(id);
    expect(rollout).to.include({ state: 'Paused' });
    expect(rollout.drift).to.include({ joined: 1, left: 1 });
    expect(rollout.stateReason).to.deep.include({
      gate: 'drift',
      stage: 1,
      part: null,
      counts: { joined: 1, left: 1 },
      p: null,
      limit: null,
      examples: [
        { mac_id: devices[0]?.macId, change: 'left' },
        { mac_id: joined.macId, change: 'joined' },
      ],
    });
    expect(await fixture.upgradesOf(id)).to.deep.equal([]);
    await fixture.act(id, 'resume');
    await fixture.tickUntilIdle();
    expect(await fixture.rollout(id)).to.include({ state: 'Running' });
    expect((await fixture.progress(id)).total).to.include({ devices: 2 });
    expect(await fixture.service.deps.mongo.models.previewLists.countDocuments({ rolloutId: id })).to.equal(
      0,
    );
  });

  // docs/rollouts.md#drift-1
  it('is shown and pauses nothing without a fingerprint', async () => {
    const { id } = await previewed();
    await change();
    await fixture.act(id, 'start');
    await bind();
    const { body } = await fixture.organisation.call('GET', `/v1/rollouts/${id}`);
    const { rollout } = (body as { data: { rollout: Record<string, unknown> } }).data;
    expect(rollout['state']).to.equal('Running');
    expect(rollout['drift']).to.deep.equal({
      joined: 1,
      left: 1,
      by_part: {
        largest: [{ part: devices[0]?.partNumber, joined: 1, left: 1 }],
        rest: { joined: 0, left: 0 },
      },
      by_version: {
        largest: [
          { version: '1.8.0', joined: 1, left: 0 },
          { version: '1.9.0', joined: 0, left: 1 },
        ],
        rest: { joined: 0, left: 0 },
      },
    });
    expect((await fixture.progress(id)).total).to.include({ devices: 2 });
  });

  // docs/rollouts.md#drift-2
  it('is nothing when the devices are the same, and the rollout goes on', async () => {
    const { id, fingerprint } = await previewed();
    await fixture.act(id, 'start', { fingerprint });
    await bind();
    expect(await fixture.rollout(id)).to.include({ state: 'Running' });
    expect((await fixture.rollout(id)).drift).to.include({ joined: 0, left: 0 });
    expect((await fixture.progress(id)).total).to.include({ devices: 2 });
  });

  // docs/rollouts.md#drift-1
  it('is not measured without a preview', async () => {
    const { _id: id } = await fixture.dispatched();
    expect((await fixture.rollout(id)).drift).to.equal(null);
    expect((await fixture.progress(id)).total).to.include({ devices: 2 });
  });

  // docs/rollouts.md#drift-2
  it('pauses once, when a worker dies at the comparison', async () => {
    const { id, fingerprint } = await previewed();
    await change();
    await fixture.act(id, 'start', { fingerprint });
    await fixture.tick();
    let deaths = 0;
    fixture.service.failpoint = (failpoint) => {
      if (!['preview-listed', 'preview-computed', 'tick-decided'].includes(failpoint) || deaths > 5) return;
      deaths += 1;
      throw new Error('The worker died');
    };
    for (let tries = 0; tries < 10; tries += 1) {
      await runLoop('previews', fixture.service.deps);
      await fixture.tick();
    }
    const rollout = await fixture.rollout(id);
    expect(rollout).to.include({ state: 'Paused', revision: 3 });
    expect(rollout.drift).to.include({ joined: 1, left: 1 });
  });
});
