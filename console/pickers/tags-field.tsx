import FormField from '@cloudscape-design/components/form-field';
import Multiselect from '@cloudscape-design/components/multiselect';
import { scrolling } from '../components/choice';
import { faultAt } from '../components/form';
import { useTagOptions } from './pickers';

interface TagsFieldProps {
  /** The ids of the chosen tags. */
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
  readonly error: unknown;
  /** The field of the request. */
  readonly path: string;
}

/** Chooses tags by name. */
export function TagsField({ tags, onChange, error, path }: TagsFieldProps) {
  const options = useTagOptions();
  return (
    <FormField label="Tags" errorText={faultAt(error, path)}>
      <Multiselect
        {...scrolling(options)}
        options={options}
        selectedOptions={tags.map((tag) => options.find(({ value }) => value === tag) ?? { value: tag })}
        placeholder="Choose tags"
        filteringType="auto"
        expandToViewport
        onChange={({ detail }) => {
          onChange(detail.selectedOptions.map(({ value = '' }) => value));
        }}
      />
    </FormField>
  );
}
