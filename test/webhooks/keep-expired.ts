import type { TestService } from '../fixtures/records/test-service.js';

/**
 * Drops the indexes by which the store deletes old events and deliveries: it compares with the machine's clock, which may
 * be months ahead of the test's.
 */
export async function keepExpired(service: TestService): Promise<void> {
  for (const model of ['webhookEvents', 'webhookDeliveries'] as const)
    await service.dropIndex(model, 'expiry');
}
