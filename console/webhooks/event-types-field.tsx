import FormField from '@cloudscape-design/components/form-field';
import Multiselect from '@cloudscape-design/components/multiselect';
import { faultAt, type Form } from '../components/form';
import { EVENT_TYPES, type EventType } from './webhook';

const OPTIONS = Object.entries(EVENT_TYPES).map(([value, label]) => ({ value, label, description: value }));

interface EventTypesFieldProps<Values> {
  readonly form: Form<Values>;
}

/** The events that a webhook takes. */
export function EventTypesField<Values extends { types: readonly EventType[] }>({
  form,
}: EventTypesFieldProps<Values>) {
  const { values, set, error } = form;
  return (
    <FormField label="Events" errorText={faultAt(error, 'types')}>
      <Multiselect
        options={OPTIONS}
        selectedOptions={OPTIONS.filter(({ value }) => values.types.includes(value as EventType))}
        placeholder="Choose events"
        expandToViewport
        onChange={({ detail }) => {
          set(
            'types',
            detail.selectedOptions.map(({ value }) => value as EventType) as unknown as Values['types'],
          );
        }}
      />
    </FormField>
  );
}
