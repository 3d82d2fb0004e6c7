import { isDeepStrictEqual } from 'node:util';
import { newEntry } from '../../audit/domain/audit-entry.js';
import { authorOf, inScope, writeScope, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import { requireRevision } from '../../platform/values/revision.js';
import type { InventoryDeps } from '../deps.js';
import {
  changedSettings,
  presentSettings,
  settingsInForce,
  type ConfigurationSettings,
  type ShownSettings,
} from '../../configuration/records/domain/network-configuration.js';
import { presentRadio, type RadioPatch } from '../../configuration/records/domain/radio-settings.js';
import { placeOf } from '../domain/network-place.js';
import type { NetworkRecord } from '../models/network.js';
import { fieldsOfNetwork, type NetworkFields } from '../stores/network-store.js';
import { changedRadio } from './changed-radio.js';
import { refreshFewDevices } from './refresh-devices.js';
import { requireCanaries } from './require-canaries.js';
import { requirePlace } from './require-place.js';
import { findNetwork } from './show-network.js';

/** A change of one network. */
export interface NetworkPatch extends Partial<NetworkFields> {
  readonly id: number;
  readonly configuration?: Partial<ShownSettings>;
  readonly radio?: RadioPatch;
  /** The revisions that the caller expects; null when every revision is accepted. */
  readonly revisions: readonly number[] | null;
}

/** Callers change a network seldom; a change that keeps failing meets many others. */
const MAX_TRIES = 10;

/** A network that the caller may change. @throws AppError networkNotFound, forbidden */
export async function findNetworkToChange(
  deps: Pick<InventoryDeps, 'stores'>,
  caller: Caller,
  id: number,
): Promise<NetworkRecord> {
  const network = await findNetwork(deps, caller, id);
  if (!inScope(writeScope(caller), id)) throw new AppError('forbidden');
  return network;
}

/**
 * Renames a network, and sets where it is, when its devices may be upgraded and how they are configured: ticks that begin later
 * go by it. Its devices get the name with the change where they are few, otherwise by the worker.
 * @throws AppError networkNotFound, forbidden, revisionChanged; settingsInvalid for radio settings that contradict each
 *   other, without canaries where they are needed, and for one coordinate without the other; overloaded when all tries
 *   fail
 */
export async function updateNetwork(
  deps: InventoryDeps,
  caller: Caller,
  { id, revisions, configuration = {}, radio: radioPatch, ...patch }: NetworkPatch,
  accompany: Accompany<NetworkRecord>,
): Promise<NetworkRecord> {
  const { stores, now, env } = deps;
  const { organisationId } = caller;
  const hasSettings = Object.keys(configuration).length > 0;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const read = await findNetworkToChange(deps, caller, id);
    requireRevision(read, revisions);
    const before = fieldsOfNetwork(read);
    const after = { ...before, ...patch };
    const inForce = settingsInForce(hasSettings ? await stores.networks.settings(read) : {}, env);
    await requireCanaries(deps, read, configuration);
    requirePlace(after);
    const settings = changedSettings(configuration, inForce);
    const radio = changedRadio(caller, read.radio, radioPatch);
    if (settings === null && radio === undefined && isDeepStrictEqual(before, after)) return read;
    const at = now();
    const refreshed = { organisationId, kind: 'network', recordId: id } as const;
    const isPlaced = !isDeepStrictEqual(placeOf(before), placeOf(after));
    const isRenamed = before.network_name !== after.network_name;
    const change = { organisationId, at, action: 'network.updated', subject: `network:${id}` };
    const shown = (fields: NetworkFields, forced: ConfigurationSettings, radios = read.radio) => ({
      network_name: fields.network_name,
      time_zone: fields.time_zone,
      windows: fields.windows,
      ...(isPlaced ? placeOf(fields) : {}),
      ...(settings === null ? {} : { configuration: presentSettings(forced) }),
      ...(radio === undefined ? {} : { radio: presentRadio(radios) }),
    });
    const entry = newEntry(
      { ...change, before: shown(before, inForce), after: shown(after, { ...inForce, ...settings }, radio) },
      authorOf(caller),
    );
    const changed = await stores.transact(organisationId, async (session) => {
      const written = await stores.networks.change(read, { fields: after, settings, radio }, at, session);
      if (!written) return null;
      if (isRenamed) await stores.deviceRefreshes.request(refreshed, at, session);
      await stores.audit.write([entry], session);
      await accompany(written, session);
      return written;
    });
    if (!changed) continue;
    if (isRenamed) await refreshFewDevices(deps, refreshed);
    return changed;
  }
  throw new AppError('overloaded');
}
