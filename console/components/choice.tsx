import Select from '@cloudscape-design/components/select';

export interface Option {
  readonly value: string;
  readonly label?: string;
  readonly description?: string;
}

/** More options than these can be filtered by typing. */
const FEW = 10;
/** Of more options than these, only those in view are rendered. */
const MANY = 200;

/** How the list of so many options scrolls. */
export const scrolling = (options: readonly Option[]) => ({ virtualScroll: options.length > MANY });

interface ChoiceProps {
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
}

/** One of some values; a value that is not among the options is shown as it is. */
export function Choice({ value, options, onChange }: ChoiceProps) {
  return (
    <Select
      {...scrolling(options)}
      options={options}
      selectedOption={options.find((option) => option.value === value) ?? { value, label: value }}
      filteringType={options.length > FEW ? 'auto' : 'none'}
      expandToViewport
      onChange={({ detail }) => {
        onChange(detail.selectedOption.value ?? '');
      }}
    />
  );
}
