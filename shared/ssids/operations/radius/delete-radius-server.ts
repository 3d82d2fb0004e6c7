import { authorOf, type Caller } from '../../../access/domain/access.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { AccompanyDeletion } from '../../../platform/mongo/transaction.js';
import { requireRevision } from '../../../platform/values/revision.js';
import type { SsidDeps } from '../../deps.js';
import { radiusServerEntry } from '../../domain/radius-server.js';
import type { NamingSsid } from '../../stores/radius-server-store.js';
import { findRadiusServerToChange } from './find-radius-server.js';
import type { RadiusServerRequest } from './update-radius-server.js';

/** A try fails only when another request changes the server, or an SSID comes to name it, in between. */
const MAX_TRIES = 10;
const MAX_NAMED = 20;

/**
 * Deletes a RADIUS server that no SSID names.
 * @throws AppError radiusServerNotFound, forbidden, revisionChanged, recordInUse; overloaded when all tries fail
 */
export async function deleteRadiusServer(
  deps: SsidDeps,
  caller: Caller,
  { id, revisions }: RadiusServerRequest,
  accompany: AccompanyDeletion,
): Promise<void> {
  const { stores, now } = deps;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const server = await findRadiusServerToChange(deps, caller, id);
    requireRevision(server, revisions);
    const entry = radiusServerEntry('deleted', server, null, now(), authorOf(caller));
    const isRemoved = await stores.transact(caller.organisationId, async (session) => {
      if (!(await stores.radiusServers.remove(server, session))) return false;
      const ssids = await stores.radiusServers.namedBy(server, MAX_NAMED, session);
      if (ssids.length > 0) throw inUse(ssids);
      await stores.audit.write([entry], session);
      await accompany(session);
      return true;
    });
    if (isRemoved) return;
  }
  throw new AppError('overloaded');
}

function inUse(ssids: readonly NamingSsid[]): AppError {
  const byId = new Map(ssids.map((ssid) => [ssid._id, ssid]));
  const errors = [...byId.values()].slice(0, MAX_NAMED).map(({ _id, networkId, ssidName }) => ({
    path: `ssid:${_id}`,
    msg: `${ssidName} of network ${networkId} names the server`,
  }));
  return new AppError('recordInUse', { text: 'SSIDs name the server', details: { errors } });
}
