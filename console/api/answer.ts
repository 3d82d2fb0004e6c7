import type { components } from './schema';

/** A record as the API document names it. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];
