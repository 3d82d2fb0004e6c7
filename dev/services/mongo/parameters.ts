import type { StoreOptions } from '../store-handle.js';

// What docs/operations.md recommends: what a killed process leaves open keeps its locks for this long.
const TRANSACTION_LIFETIME_S = 10;

/** Server parameters as command-line arguments, for a mongod and for the gateway alike. */
export function parameterArguments({ testCommands }: StoreOptions): string[] {
  const parameters = {
    enableTestCommands: testCommands === true ? 1 : 0,
    transactionLifetimeLimitSeconds: TRANSACTION_LIFETIME_S,
  };
  return Object.entries(parameters).flatMap(([name, value]) => ['--setParameter', `${name}=${value}`]);
}
