import { readScope, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { ActivityDeps } from '../deps.js';
import { channelsOf, type AirDevice, type UsedChannel } from '../domain/used-channels.js';

export interface NetworkRadios {
  /** Those with most clients, at most 200; devices that are not up have no clients and no radios. */
  readonly devices: readonly AirDevice[];
  readonly channels: readonly UsedChannel[];
  /** Whether devices are missing, because the network has more than are read. */
  readonly isPart: boolean;
}

const MAX_READ = 2000;
const MAX_SHOWN = 200;

/**
 * The devices of a network by their clients, and the channels that their radios use (docs/console-api.md#network_radios).
 * @throws AppError networkNotFound
 */
export async function networkRadios(
  { stores, env, now }: ActivityDeps,
  caller: Caller,
  id: number,
): Promise<NetworkRadios> {
  const scope = readScope(caller);
  const network = await stores.networks.find(scope, id);
  if (!network) throw new AppError('networkNotFound', { details: { id } });
  const found = await stores.upDevices.measuredIn(network, MAX_READ + 1, now(), env.downAfterS);
  const read = found.slice(0, MAX_READ);
  const devices = read
    .filter(({ isSwitch }) => !isSwitch)
    .sort((one, other) => (other.clients ?? -1) - (one.clients ?? -1) || one.id - other.id);
  return {
    devices: devices.slice(0, MAX_SHOWN),
    channels: channelsOf(devices),
    isPart: found.length > MAX_READ || devices.length > MAX_SHOWN,
  };
}
