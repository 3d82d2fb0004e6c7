import { expect } from 'chai';
import { TestService } from '../../fixtures/records/test-service.js';
import { TrackedUpgrade } from '../../fixtures/records/tracked-upgrade.js';

describe('the history of an upgrade', () => {
  it('keeps the last 32 transitions of an upgrade with many tries', async () => {
    const patient = await TestService.open({ UPGRADE_MAX_ATTEMPTS: '20' });
    try {
      const tracked = await TrackedUpgrade.at(patient, 'offered');
      for (let tried = 1; tried <= 20; tried += 1) {
        await tracked.report('downloading');
        await tracked.report('failure');
        patient.clock.advance(601);
        await tracked.heartbeat();
      }
      const history = await tracked.history();
      expect(history).to.have.length(32);
      expect(history.at(-1)).to.include({ from: 'Downloading', to: 'Failed', event: 'downloadExhausted' });
    } finally {
      await patient.close();
    }
  });

  it('adds nothing to the history for a heartbeat that does not change the status', async () => {
    const service = await TestService.open();
    try {
      const tracked = await TrackedUpgrade.at(service, 'Downloading');
      const before = await tracked.history();
      await tracked.report('downloading', { progress: 50 });
      expect(await tracked.now()).to.include({ progress: 50 });
      expect(await tracked.history()).to.deep.equal(before);
    } finally {
      await service.close();
    }
  });
});
