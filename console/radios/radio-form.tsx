import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { ErrorBar } from '../components/error-bar';
import { ConflictAlert, useRecordForm } from '../components/record-form';
import { RadioFields } from './radio-fields';
import { RADIO_LABELS, radioPatchOf, radioValuesOf, type Radio, type RadioPatch } from './radio-values';

interface Stored {
  readonly revision: number;
  readonly radio: Radio;
}

interface RadioFormProps<T extends Stored> {
  readonly stored: T;
  readonly unset: string;
  readonly refusal: unknown;
  readonly isPending: boolean;
  readonly isSaved: boolean;
  /** Sends the settings over those of `base`, and calls `onSaved` with the new record. */
  readonly save: (base: T, radio: RadioPatch, onSaved: (stored: T) => void) => void;
}

/** Changes the radio settings of a network or a device. */
export function RadioForm<T extends Stored>({
  stored,
  unset,
  refusal,
  isPending,
  isSaved,
  save,
}: RadioFormProps<T>) {
  const form = useRecordForm(stored, ({ radio }: T) => radioValuesOf(radio), refusal);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save(form.base, radioPatchOf(form.values), form.rebase);
      }}
    >
      <SpaceBetween size="m">
        <ErrorBar error={form.error} />
        <ConflictAlert conflict={form.conflict} labels={RADIO_LABELS} />
        <RadioFields form={form} path="radio" unset={unset} />
        <Button variant="primary" loading={isPending}>
          Save
        </Button>
        <div role="status">{isSaved ? 'Saved' : ''}</div>
      </SpaceBetween>
    </form>
  );
}
