import type { Requirement, TestCase, TestFile } from './test-file.js';

const DIFFERENCES: readonly (readonly [RegExp, string])[] = [
  [
    /^inserting _id with type null via (insertOne|insertMany|bulkWrite)$/,
    'the driver replaces an _id of null with an ObjectId',
  ],
  [
    /^(InsertMany|BulkWrite|FindOneAnd\w+|Aggregate with \$out) passes bypassDocumentValidation: false$/,
    'the driver sends bypassDocumentValidation only when it is true',
  ],
];

/** Why the driver fails a test whatever the server answers. The driver's own suite skips these tests, too. */
function driverDiffers(description: string): string | undefined {
  return DIFFERENCES.find(([pattern]) => pattern.test(description))?.[1];
}

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

/** Whether a replica set of this version, without authentication, meets one of the requirements. */
function met(requirements: readonly Requirement[] | undefined, version: string): boolean {
  return requirements?.some((one) => meets(one, version)) ?? true;
}

/** Why a test is skipped on a server of this version; undefined when it is run. */
export function skipReason(file: TestFile, test: TestCase, version: string): string | undefined {
  const reason = test.skipReason ?? driverDiffers(test.description);
  if (reason !== undefined) return reason;
  const runs = met(file.runOnRequirements, version) && met(test.runOnRequirements, version);
  return runs ? undefined : 'needs another server';
}
