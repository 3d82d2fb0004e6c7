import { resolve } from 'node:path';
import { runnerImport } from 'vite';

/** A module of the console, which is built for browsers and not compiled with the tests. */
export async function consoleModule<Module>(path: string): Promise<Module> {
  const { module } = await runnerImport<Module>(resolve('console', path), {
    configFile: false,
    logLevel: 'error',
  });
  return module;
}
