import { expect } from 'chai';
import type { Reply } from '../../fixtures/api.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import { faultsIn, refused } from '../../fixtures/records/rollout-fixture.js';
import { upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

interface ShownUser {
  readonly id: number;
  readonly tier: number;
}

function shown(reply: Reply, status = 200): ShownUser {
  expect(reply.status, reply.text).to.equal(status);
  return (reply.body as { data: { user: ShownUser } }).data.user;
}

let made = 0;

describe('the tier of users', () => {
  let fixture: UpgradeFixture;
  before(async () => {
    fixture = await upgradeFixture();
  });

  const create = (body: object, options = {}): Promise<Reply> => {
    const email = `tier-${(made += 1)}-${Date.now()}@example.test`;
    return fixture.call('POST', '/v1/users', { body: { email, role: 'viewer', ...body }, ...options });
  };
  const patch = (id: number, body: object, options = {}): Promise<Reply> =>
    fixture.call('PATCH', `/v1/users/${id}`, { body, ...options });

  // docs/administration.md#create_user-3
  // docs/administration.md#update_user-3
  it('is by default that of their creator, and gives no more rights than the creator has', async () => {
    const { api, org } = fixture;
    for (const role of ['admin', 'super_admin'] as const) {
      const second = await makeUser(api.deps, org, { role, tier: 2 });
      const made = shown(await create({}, second), 201);
      expect(made).to.include({ tier: 2 });
      const disabled = shown(await create({ tier: 1 }), 201);
      shown(await patch(disabled.id, { is_disabled: true }, second));
      for (const reply of [
        await create({ tier: 1 }, second),
        await patch(made.id, { tier: 1 }, second),
        await patch(disabled.id, { is_disabled: false }, second),
        await patch(disabled.id, { role: 'operator' }, second),
      ]) {
        expect(refused(reply), reply.text).to.deep.equal([422, 1109]);
        expect(faultsIn(reply)).to.deep.equal(['tier: must be your own, 2']);
      }
      expect(shown(await patch(disabled.id, { tier: 2, is_disabled: false }, second))).to.include({
        tier: 2,
      });
      expect(shown(await create({ tier: 2 }, second), 201)).to.include({ tier: 2 });
    }
    expect(shown(await create({ tier: 2 }), 201)).to.include({ tier: 2 });
    expect(shown(await create({}), 201)).to.include({ tier: 1 });
  });
});
