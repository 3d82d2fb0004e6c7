import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** The folder of the project's package.json, for compiled modules and for bundled ones, which lie elsewhere. */
export const PACKAGE_ROOT = dirname(createRequire(import.meta.url).resolve('#package.json'));
