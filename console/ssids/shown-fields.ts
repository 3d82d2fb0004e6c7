import { faultAt, type Form } from '../components/form';
import { BASIC_GROUPS } from './basic-groups';
import { joiningOf, neededBy } from './joining';
import { wordOf, type Meanings, type ModeName } from './meanings';
import { fieldOf, type SsidGroup } from './ssid-groups';
import type { SsidField, SsidFieldName } from './ssid-field-kinds';
import type { SsidValues } from './ssid-values';

const BASIC = BASIC_GROUPS.flatMap(({ fields }) => fields.map(({ name }) => name));

/** The fields above the advanced settings: those of every SSID, and those that the choice of who may join needs. */
function basicNames(meanings: Meanings | undefined, values: SsidValues): readonly SsidFieldName[] {
  return [...BASIC, ...neededBy(joiningOf(meanings, String(values.security_mode)), values)];
}

/** Whether the choice without which the field has no effect is made. */
function isNeeded(meanings: Meanings | undefined, { needs }: SsidField, values: SsidValues): boolean {
  if (!needs) return true;
  const value = values[needs.field];
  const meaning = typeof value === 'boolean' ? 'yes' : wordOf(meanings, needs.field as ModeName, value);
  const isMade = value !== false && meaning !== undefined && needs.values.includes(meaning);
  return isMade && isNeeded(meanings, fieldOf(needs.field), values);
}

const isSet = (value: string | boolean): boolean => value !== '' && value !== false;

/** The fields of a group that are shown: what has an effect, what is set or was set when the form opened, what is refused. */
export function shownFields(
  { fields }: SsidGroup,
  { values, error }: Form<SsidValues>,
  meanings: Meanings | undefined,
  first: SsidValues,
): readonly SsidField[] {
  const elsewhere = new Set(basicNames(meanings, values));
  return fields.filter(
    (field) =>
      !elsewhere.has(field.name) &&
      (isNeeded(meanings, field, values) ||
        isSet(values[field.name]) ||
        isSet(first[field.name]) ||
        faultAt(error, field.name) !== undefined),
  );
}
