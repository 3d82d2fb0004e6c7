/** The name of the single-node replica set. Drivers support transactions and retries only with a replica set. */
export const REPLICA_SET = 'airfleet';
