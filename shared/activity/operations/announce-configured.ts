import type { ClientSession } from 'mongoose';
import { batchesOf } from '../../platform/mongo/batches.js';
import { MAX_DEVICES_AN_EVENT, type WebhookEvent } from '../../webhooks/domain/event-types.js';
import type { ActivityDeps } from '../deps.js';
import type { DeviceChange, SeenDevice } from '../domain/compare-devices.js';

type Configured = Pick<DeviceChange, 'before'> & { readonly configured: SeenDevice };

/**
 * Prepares the webhook events of devices whose configuration has settled differently, 100 an event. An organisation
 * without a webhook for them costs one query, and none without such devices.
 * @returns writes the events in the transaction that records the changes
 */
export async function announceConfigured(
  { stores, now }: ActivityDeps,
  organisationId: number,
  changes: readonly Configured[],
): Promise<((session: ClientSession) => Promise<void>) | undefined> {
  const type = 'configuration.devices';
  if (changes.length === 0) return undefined;
  if (!(await stores.outbox.subscribedTypes(organisationId, [type])).has(type)) return undefined;
  const batches = batchesOf(changes, MAX_DEVICES_AN_EVENT);
  const first = await stores.ids.reserve('webhookEvents', batches.length);
  const at = now();
  const events = batches.map((batch, index): WebhookEvent => {
    return { id: `evt_${first + index}`, type, at, data: { devices: batch.map(presentConfigured) } };
  });
  return (session) => stores.outbox.put(organisationId, events, at, session);
}

/** A device as `configuration.devices` shows it. */
function presentConfigured({ before, configured }: Configured) {
  const { _id, macId, networkId, partNumber, configuration } = configured;
  return {
    device_id: _id,
    mac_id: macId,
    network_id: networkId,
    part_number: partNumber,
    previous_state: before?.configuration?.state ?? 'unmanaged',
    state: configuration?.state ?? 'unmanaged',
    revision: configuration?.revision ?? null,
    code: configuration?.code ?? null,
  };
}
