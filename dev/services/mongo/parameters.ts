import type { StoreOptions } from '../store-handle.js';

/** Server parameters as command-line arguments, for a mongod and for the gateway alike. */
export function parameterArguments({ testCommands }: StoreOptions): string[] {
  const parameters = { enableTestCommands: testCommands === true ? 1 : 0 };
  return Object.entries(parameters).flatMap(([name, value]) => ['--setParameter', `${name}=${value}`]);
}
