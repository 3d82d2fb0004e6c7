import Checkbox from '@cloudscape-design/components/checkbox';
import FormField, { type FormFieldProps } from '@cloudscape-design/components/form-field';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import Textarea from '@cloudscape-design/components/textarea';
import { useState, type ReactNode } from 'react';
import { toApiError } from '../api/api-error';
import { Choice, type Option } from './choice';

/** The values of a form, and the refusal of the last attempt to send them. */
export interface Form<Values> {
  readonly values: Values;
  readonly set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  readonly error: unknown;
}

/** Keeps the values of a form; a refusal is shown at the fields that it names. */
export function useForm<Values extends object>(
  initial: Values,
  error: unknown,
): Form<Values> & { readonly reset: (values: Values) => void } {
  const [values, setValues] = useState(initial);
  return {
    values,
    error,
    reset: setValues,
    set: (name, value) => {
      setValues((old) => ({ ...old, [name]: value }));
    },
  };
}

/** What the service says about a field, or about one inside it: `stages` takes `stages[1].percent` too. */
export function faultAt(error: unknown, path: string): string | undefined {
  if (error === null || error === undefined) return undefined;
  const faults = toApiError(error).faults.filter(
    (fault) => fault.path === path || fault.path.startsWith(`${path}.`) || fault.path.startsWith(`${path}[`),
  );
  const texts = faults.map((fault) =>
    fault.path === path ? fault.msg : `${fault.path.slice(path.length)} ${fault.msg}`,
  );
  return texts.length > 0 ? texts.join('; ') : undefined;
}

type NamesOf<Values, Type> = {
  [Name in keyof Values]-?: Values[Name] extends Type ? Name : never;
}[keyof Values] &
  string;

interface FieldProps<Values, Type> extends Pick<FormFieldProps, 'description'> {
  readonly form: Form<Values>;
  readonly name: NamesOf<Values, Type>;
  readonly label: string;
  /** The name in the request, where it is another. */
  readonly path?: string;
}

/** A labelled control with what the service says about its value. */
function Field<Values>({
  form,
  name,
  label,
  path = name,
  children,
  ...field
}: Omit<FieldProps<Values, unknown>, 'name'> & { name: string; children: ReactNode }) {
  return (
    <FormField {...field} label={label} errorText={faultAt(form.error, path)} stretch>
      {children}
    </FormField>
  );
}

type TextFieldProps<Values> = FieldProps<Values, string> &
  Pick<InputProps, 'type' | 'placeholder' | 'inputMode' | 'autoComplete'>;

/** A line of text; numbers are texts too until they are sent. */
export function TextField<Values>({
  type,
  placeholder,
  inputMode,
  autoComplete,
  ...field
}: TextFieldProps<Values>) {
  const { form, name } = field;
  const input = { type, placeholder, inputMode, autoComplete };
  return (
    <Field {...field}>
      <Input
        {...input}
        value={form.values[name] as string}
        onChange={({ detail }) => {
          form.set(name, detail.value as Values[typeof name]);
        }}
      />
    </Field>
  );
}

/** Lines of text. */
export function AreaField<Values>(field: FieldProps<Values, string>) {
  const { form, name } = field;
  return (
    <Field {...field}>
      <Textarea
        value={form.values[name] as string}
        rows={3}
        onChange={({ detail }) => {
          form.set(name, detail.value as Values[typeof name]);
        }}
      />
    </Field>
  );
}

type SelectFieldProps<Values> = FieldProps<Values, string> & {
  readonly options: readonly Option[];
};

/** One of some values. */
export function SelectField<Values>({ options, ...field }: SelectFieldProps<Values>) {
  const { form, name } = field;
  return (
    <Field {...field}>
      <Choice
        value={form.values[name] as string}
        options={options}
        onChange={(value) => {
          form.set(name, value as Values[typeof name]);
        }}
      />
    </Field>
  );
}

type CheckFieldProps<Values> = FieldProps<Values, boolean> & { readonly isDisabled?: boolean };

/** Yes or no. */
export function CheckField<Values>({
  form,
  name,
  label,
  description,
  path = name,
  isDisabled = false,
}: CheckFieldProps<Values>) {
  return (
    <FormField errorText={faultAt(form.error, path)} stretch>
      <Checkbox
        checked={form.values[name] as boolean}
        description={description}
        disabled={isDisabled}
        onChange={({ detail }) => {
          form.set(name, detail.checked as Values[typeof name]);
        }}
      >
        {label}
      </Checkbox>
    </FormField>
  );
}

/**
 * The number that a text field holds; null when it is empty. A text that is no number, such as "1,000", is returned as
 * it is, so that the service refuses it at its field. JSON turns NaN into null, which means a default.
 */
export function numberIn(text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : trimmed;
}
