import Select from '@cloudscape-design/components/select';

export interface Option {
  readonly value: string;
  readonly label?: string;
  readonly description?: string;
}

/** More options than these can be filtered by typing. */
const FEW = 10;

interface ChoiceProps {
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
}

/** One of some values; a value that is not among the options is shown as it is. */
export function Choice({ value, options, onChange }: ChoiceProps) {
  return (
    <Select
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
