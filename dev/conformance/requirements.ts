import type { Requirement } from './test-file.js';

/** Compares dotted versions number by number. */
function compare(left: string, right: string): number {
  const [a, b] = [left, right].map((version) => version.split('.').map(Number)) as [number[], number[]];
  for (let part = 0; part < 3; part++) {
    const difference = (a[part] ?? 0) - (b[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function meets(requirement: Requirement, version: string): boolean {
  const { minServerVersion, maxServerVersion, topologies, serverless, auth, csfle, serverParameters } =
    requirement;
  if (minServerVersion !== undefined && compare(version, minServerVersion) < 0) return false;
  if (maxServerVersion !== undefined && compare(version, maxServerVersion) > 0) return false;
  if (topologies && !topologies.includes('replicaset')) return false;
  if (serverless === 'require' || auth === true) return false;
  return csfle === undefined && serverParameters === undefined;
}

/** Whether a replica set of this version without authentication meets one of the requirements. */
export function met(requirements: readonly Requirement[] | undefined, version: string): boolean {
  return requirements?.some((one) => meets(one, version)) ?? true;
}
