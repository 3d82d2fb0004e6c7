import {
  MIN_FORCED_SOAK_S,
  type ShownSettings,
} from '../../configuration/records/domain/network-configuration.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { InventoryDeps } from '../deps.js';
import type { NetworkRecord } from '../models/network.js';

/**
 * A network with devices that restore nothing by themselves keeps its canaries, and the time in which they show that they are
 * still there.
 * @throws AppError settingsInvalid
 */
export async function requireCanaries(
  { stores }: Pick<InventoryDeps, 'stores'>,
  network: NetworkRecord,
  { canary, soak_s: soakS }: Partial<ShownSettings>,
): Promise<void> {
  const isOff = canary === false;
  const isShort = soakS !== undefined && soakS < MIN_FORCED_SOAK_S;
  if ((!isOff && !isShort) || !(await stores.networks.needsCanaries(network))) return;
  const error = isOff
    ? { path: 'configuration.canary', msg: 'must be true while devices of the network speak uCentral' }
    : {
        path: 'configuration.soak_s',
        msg: `must be at least ${MIN_FORCED_SOAK_S} while devices of the network speak uCentral`,
      };
  throw new AppError('settingsInvalid', { text: `${error.path} ${error.msg}`, details: { errors: [error] } });
}
