import { expect } from 'chai';
import { makeUser } from '../../fixtures/records/organisation.js';
import {
  faultsIn,
  refused,
  rolloutFixture,
  type RolloutFixture,
} from '../../fixtures/records/rollout-fixture.js';

describe('requests for a preview', () => {
  let fixture: RolloutFixture;
  beforeEach(async () => {
    fixture = await rolloutFixture();
  });
  const show = (id: number) => fixture.call('GET', `/v1/rollouts/${id}/preview`);

  // docs/rollouts.md#show_rollout_preview-1
  it('find none before the first request', async () => {
    const { id } = await fixture.draft();
    expect(refused(await show(id))).to.deep.equal([404, 1110]);
    expect((await fixture.act(id, 'preview')).status).to.equal(202);
    expect((await show(id)).status).to.equal(200);
  });

  // docs/rollouts.md#preview_rollout-1
  it('are refused once the rollout runs, and to viewers', async () => {
    const { id } = await fixture.draft();
    const { token } = await makeUser(fixture.api.deps, fixture.org, { role: 'viewer' });
    expect(refused(await fixture.act(id, 'preview', { token }))).to.deep.equal([403, 1102]);
    expect(refused(await fixture.act(id, 'preview', { headers: { 'If-Match': '"3"' } }))).to.deep.equal([
      412, 1112,
    ]);
    await fixture.act(id, 'start');
    expect(refused(await fixture.act(id, 'preview'))).to.deep.equal([409, 1111]);
  });

  // docs/rollouts.md#preview_rollout-1
  it('name the version when there is no release', async () => {
    const { id } = await fixture.draft();
    await fixture.api.deps.mongo.models.firmwareReleases.deleteMany({ organisationId: fixture.org });
    const reply = await fixture.act(id, 'preview');
    expect(refused(reply)).to.deep.equal([422, 1109]);
    expect(faultsIn(reply)).to.deep.equal(['version: is not the version of a release']);
  });

  // docs/http.md#idempotency-1
  it('begin once for a repeated Idempotency-Key', async () => {
    const { id } = await fixture.draft();
    const headers = { 'Idempotency-Key': 'once' };
    expect((await fixture.act(id, 'preview', { headers })).status).to.equal(202);
    const again = await fixture.act(id, 'preview', { headers });
    expect([again.status, again.headers.get('Idempotency-Replayed')]).to.deep.equal([202, 'true']);
  });

  // docs/rollouts.md#start_rollout-4
  it('give a fingerprint that start takes, and no other text', async () => {
    const { id } = await fixture.draft();
    const wrong = await fixture.act(id, 'start', { body: { fingerprint: 'abc' } });
    expect(refused(wrong)).to.deep.equal([422, 1109]);
    expect(faultsIn(wrong)).to.deep.equal(['fingerprint: must be the fingerprint of a preview']);
    const fingerprint = 'a'.repeat(64);
    expect((await fixture.act(id, 'start', { body: { fingerprint } })).status).to.equal(200);
    expect((await fixture.stored(id)).fingerprint).to.equal(fingerprint);
  });
});
