import type { TestService } from '../fixtures/records/test-service.js';

/**
 * Drops the indexes by which the store deletes old events and deliveries: it compares with the machine's clock, which may
 * be months ahead of the test's.
 */
export async function keepExpired({ deps }: TestService): Promise<void> {
  const { webhookEvents, webhookDeliveries } = deps.mongo.models;
  for (const { collection } of [webhookEvents, webhookDeliveries]) await collection.dropIndex('expiry');
}
