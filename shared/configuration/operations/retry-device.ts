import { newEntry } from '../../audit/domain/audit-entry.js';
import { authorOf, type Caller } from '../../access/domain/access.js';
import { requireWritable } from '../../inventory/operations/device-change.js';
import { findDeviceById } from '../../inventory/operations/update-device.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import type { ConfigurationDeps } from '../deps.js';
import { canRetry, retryDevice } from '../domain/retries.js';

/** Whether a retry has changed anything. */
export interface Retried {
  readonly retried: boolean;
}

/** A retry fails when a heartbeat or a fetch changes the state in between. */
const MAX_TRIES = 5;

/**
 * Offers a device its document again: what it has refused does not count any more, and what has changed on it is
 * replaced. A device without a refusal or drift is left as it is.
 * @throws AppError deviceNotFound, forbidden; overloaded when the state keeps changing
 */
export async function retryDeviceConfiguration(
  deps: ConfigurationDeps,
  caller: Caller,
  id: number,
  accompany: Accompany<Retried>,
): Promise<Retried> {
  const { stores, now } = deps;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const device = await findDeviceById(deps, caller, id);
    requireWritable(caller, [device]);
    const { organisationId, locationNetworkId: networkId } = device;
    const ref = { organisationId, deviceId: id };
    const read = (await stores.documents.states([ref])).get(id) ?? {};
    if (!canRetry(read)) return { retried: false };
    const { refused, report } = read;
    const before = {
      refused: refused ? { revision: refused.revision, state: refused.state, code: refused.code } : null,
      drifted: report?.drifted ?? false,
    };
    const subject = `device:${id}`;
    const change = { organisationId, at: now(), action: 'configuration.retried', subject, before };
    const entry = newEntry(change, authorOf(caller));
    const retried = { retried: true };
    const isWritten = await stores.transact(organisationId, async (session) => {
      const write = { ...ref, networkId, read, change: retryDevice(read) };
      if (!(await stores.configurationRetries.retryDevice(write, session))) return false;
      await stores.audit.write([entry], session);
      await accompany(retried, session);
      return true;
    });
    if (isWritten) return retried;
  }
  throw new AppError('overloaded');
}
