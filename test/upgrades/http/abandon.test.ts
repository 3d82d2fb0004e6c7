import { expect } from 'chai';
import { makeUpgrade } from '../../fixtures/records/upgrade.js';
import { upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import type { DispatchedStatus } from '../../../shared/upgrades/domain/upgrade-status.js';

describe('an upgrade that is given up', () => {
  let fixture: UpgradeFixture;
  beforeEach(async () => {
    fixture = await upgradeFixture();
  });

  async function begun(status: DispatchedStatus) {
    const device = await fixture.device({ network: fixture.network });
    const { _id: id } = await makeUpgrade(fixture.api.deps, device, status, {
      attempts: 1,
      version: '1.10.0',
    });
    return { device, id };
  }

  // docs/interface.md#abandon_upgrade-1
  it('is Failed, with an entry of the audit log, and its device can be released', async () => {
    for (const status of ['Downloading', 'Installing', 'Verifying'] as const) {
      const { device, id } = await begun(status);
      const body = { reason: 'Cut off' };
      const reply = await fixture.call('POST', `/v1/upgrades/${id}/abandon`, { body });
      expect(reply.status, reply.text).to.equal(200);
      expect(reply.body).to.have.nested.property('data.upgrade.status', 'Failed');
      const { models } = fixture.api.deps.mongo;
      expect(await models.upgrades.findOne({ _id: id }).lean()).to.include({
        status: 'Failed',
        cause: 'abandoned',
        message: 'Given up by a user: Cut off',
        inFlight: false,
      });
      expect(await models.auditEntries.findOne({ subject: `upgrade:${id}` }).lean()).to.deep.include({
        action: 'upgrade.abandoned',
        before: { mac_id: device.macId, version: '1.10.0', status },
        reason: 'Cut off',
      });
      const release = { devices: [device.macId] };
      const released = await fixture.call('POST', '/v1/access_points/release_devices', { body: release });
      expect(released.status, released.text).to.equal(200);
    }
  });

  // docs/interface.md#abandon_upgrade-2
  it('has begun and not ended, and exists', async () => {
    const { id } = await begun('Queued');
    const refusal = await fixture.call('POST', `/v1/upgrades/${id}/abandon`);
    expect([refusal.status, (refusal.body as { error_code: number }).error_code]).to.deep.equal([409, 1111]);
    const other = await begun('Installing');
    expect((await fixture.call('POST', `/v1/upgrades/${other.id}/abandon`)).status).to.equal(200);
    expect((await fixture.call('POST', `/v1/upgrades/${other.id}/abandon`)).status).to.equal(409);
    expect((await fixture.call('POST', '/v1/upgrades/999999999/abandon')).status).to.equal(404);
  });
});
