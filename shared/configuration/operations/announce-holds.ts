import { SYSTEM } from '../../audit/domain/audit-entry.js';
import { ConflictError } from '../../platform/mongo/transaction.js';
import type { Announcement } from '../records/domain/network-configuration.js';
import type { WebhookEvent } from '../../webhooks/domain/event-types.js';
import type { ConfigurationDeps } from '../deps.js';
import type { AnnouncingNetwork } from '../stores/announcement-store.js';

const MAX_NETWORKS = 100;

/**
 * Writes the beginnings and ends of holds to the audit log and to the webhooks, each once: in the transaction that removes
 * them from the network's record.
 * @returns whether there may be more
 */
export async function announceHolds(deps: ConfigurationDeps): Promise<boolean> {
  const { stores, log } = deps;
  const waiting = await stores.announcements.waiting(MAX_NETWORKS);
  let announced = 0;
  for (const network of waiting) {
    try {
      await announce(deps, network);
      announced += 1;
    } catch (error) {
      log.error(
        { err: error, network: network._id },
        'A hold was not announced; the next second tries again',
      );
    }
  }
  return announced === MAX_NETWORKS;
}

async function announce(
  { stores, now, failpoint }: ConfigurationDeps,
  network: AnnouncingNetwork,
): Promise<void> {
  const { organisationId, announcements = [] } = network;
  const at = now();
  await stores.transact(
    organisationId,
    async (session) => {
      if (!(await stores.announcements.remove(network, session)))
        throw new ConflictError('Another worker has announced it');
      await stores.audit.write(
        announcements.map((announcement) => auditEntry(network, announcement)),
        session,
      );
      const events = announcements.map((announcement) => eventOf(network, announcement));
      await stores.outbox.put(organisationId, events, at, session);
    },
    1,
  );
  await failpoint('holds-announced');
}

function auditEntry({ _id, organisationId }: AnnouncingNetwork, announcement: Announcement) {
  const { id, at, liftedBy } = announcement;
  const fields = fieldsOf(announcement);
  const change = { id, organisationId, at, subject: `network:${_id}`, reason: null, ...SYSTEM };
  if (liftedBy === null) return { ...change, action: 'configuration.held', before: null, after: fields };
  return { ...change, action: 'configuration.lifted', before: fields, after: { by: liftedBy } };
}

function eventOf({ _id, networkName }: AnnouncingNetwork, announcement: Announcement): WebhookEvent {
  const { id, at, liftedBy } = announcement;
  const network = { network_id: _id, network_name: networkName ?? null };
  const configuration = { ...network, ...fieldsOf(announcement) };
  if (liftedBy === null) return { id: `evt_${id}`, type: 'configuration.held', at, data: { configuration } };
  const data = { configuration: { ...configuration, by: liftedBy } };
  return { id: `evt_${id}`, type: 'configuration.lifted', at, data };
}

function fieldsOf({ seq, hold: { reason, part, deviceId, code, ssidId } }: Announcement) {
  return { seq, reason, part_number: part, device_id: deviceId, code, ssid_id: ssidId ?? null };
}
