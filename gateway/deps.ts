import type { Deps } from '../shared/composition/deps.js';
import type { DeviceConversation } from '../shared/composition/device-conversation.js';
import type { Registration } from '../shared/ucentral/domain/judge-identity.js';
import type { GroupCommit } from '../shared/status/operations/group-commit.js';
import type { UnknownDevices } from './door/unknown-devices.js';
import type { GatewayMetrics } from './gateway-metrics.js';

/** The gateway's dependencies, beyond those of operations. */
export interface GatewayDeps
  extends Deps, Pick<DeviceConversation, 'heartbeats' | 'heartbeatCounter' | 'configurationFetches'> {
  readonly gatewayMetrics: GatewayMetrics;
  /** The name of this process in the records of its devices. */
  readonly gateway: string;
  /** What is known of a MAC; concurrent calls share one query. */
  readonly registrations: GroupCommit<string, Registration | undefined>;
  readonly unknownDevices: UnknownDevices;
}
