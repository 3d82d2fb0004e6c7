/** The name of the replica set of one: drivers offer transactions and retries only to a replica set. */
export const REPLICA_SET = 'airfleet';
