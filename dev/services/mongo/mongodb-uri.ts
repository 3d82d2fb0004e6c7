import { REPLICA_SET } from '../../gateway/replica-set.js';

/**
 * What the application connects with: the project's database on that replica set. A driver looks for a server
 * that went away every ten seconds by itself; on one's own machine every second is better.
 */
export function mongodbUri(port: number): string {
  return `mongodb://127.0.0.1:${port}/airfleet?replicaSet=${REPLICA_SET}&heartbeatFrequencyMS=1000`;
}
