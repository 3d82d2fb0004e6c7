import type { NetworkRecord } from '../../inventory/models/network.js';
import type { StatusDeps } from '../deps.js';
import { downAfterOf, isUp } from '../domain/heartbeat-time.js';

/** A network with the number of its devices that are up; null where counting them takes too long. */
export interface NetworkView {
  readonly network: NetworkRecord;
  readonly upCount: number | null;
}

/** Adds to networks how many of their devices are up now: heard within DOWN_AFTER_S. */
export async function withUpCounts(
  { stores, env, now }: StatusDeps,
  networks: readonly NetworkRecord[],
): Promise<NetworkView[]> {
  const at = now();
  const counts = await stores.upDevices.ofNetworks(
    networks,
    (device, heardAt) => isUp(heardAt, at, downAfterOf(device, env.downAfterS)) === true,
  );
  return networks.map((network) => ({ network, upCount: counts.get(network._id) ?? null }));
}
