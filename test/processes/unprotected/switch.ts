import { PROTECTIONS, UNPROTECTED, type Protection } from '../../../dev/faults/protections.js';

/** The protection that this run does without, or null: `npm run faults:bite`. @throws Error when there is no such one */
export function unprotected(): Protection | null {
  const name = process.env[UNPROTECTED];
  if (process.env['NODE_ENV'] !== 'test' || name === undefined || name === '') return null;
  const known = PROTECTIONS.find((protection) => protection === name);
  if (known === undefined) throw new Error(`${UNPROTECTED} is none of ${PROTECTIONS.join(', ')}`);
  return known;
}

/** What a process of the test runs, below the compiled project: the service's own entry, or one that leaves out a protection. */
export function mainOf(part: 'api' | 'worker'): string {
  return unprotected() === null ? `${part}/main.js` : `test/processes/unprotected/${part}-main.js`;
}
