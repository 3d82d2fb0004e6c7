import type Joi from 'joi';

/** One fault of a request; indexes of the path count from 0: `stages[1].percent`. */
export interface Fault {
  readonly path: string;
  readonly msg: string;
}

/** The faults that a schema found. */
export function faultsOf({ details }: Joi.ValidationError): Fault[] {
  return details.map(({ path, message }) => ({ path: faultPath(path), msg: message }));
}

/** `['stages', 1, 'percent']` as `stages[1].percent`. */
function faultPath(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}
