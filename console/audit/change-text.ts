import { fieldsOf, wordsOf, type AuditEntry, type Fields } from './audit-words';

/** How the log shows a secret. */
const HIDDEN = '***';
const NOT_SHOWN = '(not shown)';

/** Gives an entry of a list another name. */
type NameOf = (item: string) => string;

const asItIs: NameOf = (item) => item;

/** What an entry says about each field, such as "Network name from “Lobby” to “Hall”". */
export function changesOf(
  { subject, before, after }: Pick<AuditEntry, 'subject' | 'before' | 'after'>,
  nameOf: NameOf = asItIs,
): readonly string[] {
  const [old, now] = [flat(fieldsOf(before) ?? {}, nameOf), flat(fieldsOf(after) ?? {}, nameOf)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const [from, to] = [old.get(field) ?? null, now.get(field) ?? null];
    const label = wordsOf(field);
    // An entry of an SSID has the fields that differ, and its network.
    if (from === NOT_SHOWN && to === NOT_SHOWN && subject.startsWith('ssid:'))
      return [`${label} changed ${NOT_SHOWN}`];
    if (from === to) return from === null ? [] : [`${label} ${from}`];
    if (after === null) return [`${label} was ${from ?? 'not set'}`];
    if (from === null) return [before === null ? `${label} ${to}` : `${label} set to ${to}`];
    return [to === null ? `${label} ${from} removed` : `${label} from ${from} to ${to}`];
  });
}

/** The fields as texts, those of objects by the names on the way to them. */
function flat(fields: Fields, nameOf: NameOf, path = ''): Map<string, string | null> {
  return new Map(
    Object.entries(fields).flatMap(([name, value]): [string, string | null][] =>
      isObject(value)
        ? [...flat(value, nameOf, `${path}${name}_`)]
        : [[`${path}${name}`, textOf(value, nameOf)]],
    ),
  );
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown, nameOf: NameOf): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === HIDDEN) return NOT_SHOWN;
  if (typeof value === 'string') return `“${value}”`;
  if (Array.isArray(value))
    return value.length === 0 ? null : value.map((item) => itemText(item, nameOf)).join(', ');
  return JSON.stringify(value);
}

const itemText = (item: unknown, nameOf: NameOf): string =>
  typeof item === 'string' ? nameOf(item) : JSON.stringify(item);
