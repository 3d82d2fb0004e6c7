import type { StoreOptions } from '../store-handle.js';

// As docs/operations.md recommends. A transaction of a killed process keeps its locks for this long.
const TRANSACTION_LIFETIME_S = 10;

/** Server parameters as command-line arguments of mongod or of the gateway. */
export function parameterArguments({ testCommands }: StoreOptions): string[] {
  const parameters = {
    enableTestCommands: testCommands === true ? 1 : 0,
    transactionLifetimeLimitSeconds: TRANSACTION_LIFETIME_S,
  };
  return Object.entries(parameters).flatMap(([name, value]) => ['--setParameter', `${name}=${value}`]);
}
