import { REPLICA_SET } from '../gateway/replica-set.js';

/**
 * The application's connection string. The driver checks the server every second, and not every ten, so that it
 * reconnects quickly.
 */
export function mongodbUri(port: number): string {
  return `mongodb://127.0.0.1:${port}/airfleet?replicaSet=${REPLICA_SET}&heartbeatFrequencyMS=1000`;
}
