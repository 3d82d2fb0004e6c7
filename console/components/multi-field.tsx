import FormField from '@cloudscape-design/components/form-field';
import Multiselect from '@cloudscape-design/components/multiselect';
import { scrolling, type Option } from './choice';
import { faultAt, type Form } from './form';

type ListNames<Values> = {
  [Name in keyof Values]-?: Values[Name] extends readonly string[] ? Name : never;
}[keyof Values] &
  string;

export interface MultiFieldProps<Values> {
  readonly form: Form<Values>;
  readonly name: ListNames<Values>;
  readonly label: string;
  /** The name in the request, where it is another. */
  readonly path?: string;
  readonly options: readonly Option[];
  readonly placeholder: string;
  /** What a value without an option is, before its id. */
  readonly what?: string;
}

/** Some of several values. */
export function MultiField<Values>({
  form,
  name,
  label,
  path = name,
  options,
  placeholder,
  what = '',
}: MultiFieldProps<Values>) {
  const known = new Map(options.map((option) => [option.value, option]));
  const chosen = form.values[name] as readonly string[];
  return (
    <FormField label={label} errorText={faultAt(form.error, path)} stretch>
      <Multiselect
        {...scrolling(options)}
        options={options}
        selectedOptions={chosen.map(
          (value) => known.get(value) ?? { value, label: `${what} ${value}`.trim() },
        )}
        filteringType="auto"
        placeholder={placeholder}
        expandToViewport
        onChange={({ detail }) => {
          form.set(name, detail.selectedOptions.map(({ value = '' }) => value) as Values[typeof name]);
        }}
      />
    </FormField>
  );
}
