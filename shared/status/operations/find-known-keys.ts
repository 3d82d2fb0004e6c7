import type { StatusDeps } from '../deps.js';

/** Which of these hashes are those of any device's key, in one round trip. Devices may share a key, so it does not say whose it is. */
export async function findKnownKeys(
  { stores, metrics }: Pick<StatusDeps, 'stores' | 'metrics'>,
  hashes: readonly string[],
): Promise<boolean[]> {
  const known = await stores.heartbeats.knownKeyHashes(hashes);
  metrics.heartbeats.inc({ outcome: 'refused' }, hashes.filter((hash) => !known.has(hash)).length);
  return hashes.map((hash) => known.has(hash));
}
