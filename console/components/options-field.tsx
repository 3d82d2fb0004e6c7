import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { toApiError } from '../api/api-error';
import { useRights } from '../app/me';
import { Choice } from './choice';
import { faultAt, type Form } from './form';
import { useRemovalFocus } from './removal-focus';
import {
  OPTION_KINDS,
  describeOptions,
  rowsIn,
  rowsToText,
  type OptionKind,
  type OptionRow,
} from './option-rows';

interface OptionsFieldProps {
  readonly name: string;
  /** The name in the request, where it is another. */
  readonly path?: string;
  /** Ends the labels of controls where a form has several lists of options, such as ` at 5 GHz`. */
  readonly place?: string;
  readonly label: string;
  readonly description: string;
  readonly form: Form<Record<string, string>>;
}

/** Options of the software of devices by name. Other users than administrators see them only. */
export function OptionsField({ name, path = name, place = '', label, description, form }: OptionsFieldProps) {
  const { administer } = useRights();
  const text = form.values[name] ?? '';
  const rows = rowsIn(text);
  const { list, removing } = useRemovalFocus('Remove', rows.length);
  if (!administer) {
    return (
      <FormField label={label} description="Only administrators change them" stretch>
        {describeOptions(text) || '–'}
      </FormField>
    );
  }
  const change = (changed: readonly OptionRow[]): void => {
    form.set(name, rowsToText(changed));
  };
  return (
    <FormField label={label} description={description} errorText={faultOfAll(form.error, path)} stretch>
      <div ref={list}>
        <SpaceBetween size="s">
          {rows.map((row, index) => (
            <OptionFields
              key={index}
              row={row}
              number={`${index + 1}${place}`}
              fault={faultAt(form.error, `${path}.${row.kind}.${row.name.trim()}`)}
              isReplaced={rows.slice(index + 1).some((later) => isSame(row, later))}
              onChange={(patch) => {
                change(rows.map((each, at) => (at === index ? { ...each, ...patch } : each)));
              }}
              onRemove={() => {
                removing(index);
                change(rows.filter((_, at) => at !== index));
              }}
            />
          ))}
          <Button
            formAction="none"
            iconName="add-plus"
            onClick={() => {
              change([...rows, { kind: rows.at(-1)?.kind ?? 'hostapd', name: '', value: '' }]);
            }}
          >
            Add an option{place}
          </Button>
        </SpaceBetween>
      </div>
    </FormField>
  );
}

/** What the service says about all options or those of a kind; what it says about one is at its row. */
function faultOfAll(error: unknown, name: string): string | undefined {
  if (error === null || error === undefined) return undefined;
  const kinds = Object.keys(OPTION_KINDS).map((kind) => `${name}.${kind}`);
  const faults = toApiError(error).faults.filter(({ path }) => path === name || kinds.includes(path));
  const texts = faults.map(({ path, msg }) =>
    path === name ? msg : `${OPTION_KINDS[path.slice(name.length + 1) as OptionKind]}: ${msg}`,
  );
  return texts.length > 0 ? texts.join('; ') : undefined;
}

function isSame(one: OptionRow, other: OptionRow): boolean {
  return one.kind === other.kind && one.name.trim() === other.name.trim() && one.name.trim() !== '';
}

const KIND_OPTIONS = Object.entries(OPTION_KINDS).map(([value, label]) => ({ value, label }));

interface OptionFieldsProps {
  readonly row: OptionRow;
  readonly number: string;
  readonly fault: string | undefined;
  readonly isReplaced: boolean;
  readonly onChange: (patch: Partial<OptionRow>) => void;
  readonly onRemove: () => void;
}

function OptionFields({ row, number, fault, isReplaced, onChange, onRemove }: OptionFieldsProps) {
  const part = (name: 'name' | 'value') => (
    <Input
      value={row[name]}
      spellcheck={false}
      onChange={({ detail }) => {
        onChange({ [name]: detail.value });
      }}
    />
  );
  return (
    <FormField
      errorText={fault}
      warningText={isReplaced && !fault ? 'A later row has the same name and is used instead' : undefined}
      stretch
    >
      <div className="filters">
        <FormField label={`Kind of option ${number}`}>
          <Choice
            value={row.kind}
            options={KIND_OPTIONS}
            onChange={(kind) => {
              onChange({ kind: kind as OptionKind });
            }}
          />
        </FormField>
        <FormField label={`Name of option ${number}`}>{part('name')}</FormField>
        <FormField label={`Value of option ${number}`}>{part('value')}</FormField>
        <Button
          formAction="none"
          iconName="remove"
          variant="icon"
          ariaLabel={`Remove option ${number}`}
          onClick={onRemove}
        />
      </div>
    </FormField>
  );
}
