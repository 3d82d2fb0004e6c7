import { expect } from 'chai';
import { askingDevice, makeEnrolmentToken, waitingEnrolment } from '../../fixtures/records/enrolment.js';
import { upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

describe('enrolment tokens', () => {
  let fixture: UpgradeFixture;

  beforeEach(async () => {
    fixture = await upgradeFixture();
  });

  // docs/enrolment.md#create_enrolment_token-1
  it('are shown once, and listed without the token', async () => {
    const body = { name: 'Hall', expires_at: '2100-01-01T00:00:00Z', max_devices: 2 };
    const made = await fixture.call('POST', '/v1/enrolment_tokens', { body });
    expect(made.status, made.text).to.equal(201);
    const { enrolment_token: shown } = (made.body as { data: { enrolment_token: { token: string } } }).data;
    const { token: secret, ...rest } = shown;
    expect(rest).to.deep.include({
      network_id: null,
      tag_ids: [],
      approval: false,
      replace: false,
      identity: 'key',
      devices: 0,
    });
    await waitingEnrolment(fixture.api, askingDevice({ secret }));
    const listing = await fixture.call('GET', '/v1/enrolment_tokens');
    expect(listing.body).to.have.deep.nested.property('data.enrolment_tokens', [{ ...rest, devices: 1 }]);
    expect(listing.text).not.to.include(secret);
    for (const wrong of [
      { identity: 'certificate' },
      { expires_at: '2000-01-01T00:00:00Z' },
      { tag_ids: [1e9] },
    ])
      expect(
        await fixture.call('POST', '/v1/enrolment_tokens', { body: { ...body, ...wrong } }),
      ).to.deep.include({ status: 422 });
  });

  // docs/enrolment.md#create_enrolment_token-2
  it('are at most 100 of an organisation', async () => {
    const { models } = fixture.api.deps.mongo;
    const { _id, secret: _, ...token } = await makeEnrolmentToken(fixture.api.deps, fixture.org);
    const others = Array.from({ length: 99 }, (_, index) => {
      return { ...token, _id: _id * 1_000_000 + index, tokenHash: `${_id} ${index}` };
    });
    await models.enrolmentTokens.insertMany(others);
    const body = { name: 'One more', expires_at: '2100-01-01T00:00:00Z', max_devices: 2 };
    const refused = await fixture.call('POST', '/v1/enrolment_tokens', { body });
    expect(refused.body).to.include({ error_code: 1115 });
  });
});
