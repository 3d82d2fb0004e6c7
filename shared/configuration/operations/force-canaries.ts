import { networkCanaryOf } from '../domain/network-canary.js';
import { MIN_FORCED_SOAK_S } from '../records/domain/network-configuration.js';
import type { KnownDevice } from '../../status/stores/heartbeat-store.js';
import type { ConfigurationDeps } from '../deps.js';
import type { ConfigurationState } from '../records/domain/device-configuration.js';
import type { KnownSequences } from './known-sequences.js';
import type { NetworkRef } from '../records/stores/network-ref.js';

/**
 * Turns on the canaries of the networks whose devices, among those that sent heartbeats, do not restore anything by
 * themselves. Such a device gets nothing of its network before.
 */
export async function forceCanariesOf(
  deps: ConfigurationDeps & { readonly knownSequences: KnownSequences },
  beats: readonly {
    readonly organisationId: number;
    readonly device: KnownDevice;
    readonly state: ConfigurationState;
  }[],
): Promise<void> {
  const { stores, knownSequences, now, env, log } = deps;
  const lacking = new Map<number, NetworkRef>();
  for (const { organisationId, device, state } of beats) {
    const { locationNetworkId: networkId } = device;
    if (networkId === null || state.report?.mapping === undefined) continue;
    const known = knownSequences.network(networkId);
    const isForced =
      known && known.baseSeq !== null && known.settings.canary && known.settings.soakS >= MIN_FORCED_SOAK_S;
    if (!isForced) lacking.set(networkId, { organisationId, networkId });
  }
  if (lacking.size === 0) return;
  for (const network of lacking.values())
    await stores
      .transact(network.organisationId, (session) => stores.forcedCanaries.force(network, now(), session))
      .catch((error: unknown) => {
        // The next heartbeat of a device tries again; until then it gets nothing.
        log.warn(
          { err: error, network: network.networkId },
          'The canaries of a network could not be turned on',
        );
      });
  for (const [id, record] of await stores.canaries.of([...lacking.values()]))
    knownSequences.remember(id, networkCanaryOf(record, env));
}
