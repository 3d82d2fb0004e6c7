import { PROTECTIONS, UNPROTECTED, type Protection } from '../../../dev/faults/protections.js';

/** The protection turned off in this run, or null: `npm run faults:bite`. @throws Error if the name is unknown */
export function unprotected(): Protection | null {
  const name = process.env[UNPROTECTED];
  if (process.env['NODE_ENV'] !== 'test' || name === undefined || name === '') return null;
  const known = PROTECTIONS.find((protection) => protection === name);
  if (known === undefined) throw new Error(`${UNPROTECTED} is none of ${PROTECTIONS.join(', ')}`);
  return known;
}

/** The entry point of a process, relative to the compiled project: the service's own, or one without a protection. */
export function mainOf(part: 'api' | 'worker'): string {
  return unprotected() === null ? `programs/${part}.js` : `test/processes/unprotected/${part}-main.js`;
}
