import { ConfirmDialog } from '../components/confirm-dialog';
import { SelectField, useForm, type Form } from '../components/form';
import { useOwnNetworkOptions, useTemplateOptions } from '../pickers/pickers';
import { TagsField } from '../pickers/tags-field';
import { RadioFields } from '../radios/radio-fields';
import { NO_RADIO, setMembersOf, type RadioValues } from '../radios/radio-values';
import { BULK_ACTIONS, type BulkAction } from './bulk-action';
import { useBulkChange } from './bulk-change';
import { selectedDevices, typedFor, type DeviceSelection } from './selection';

interface BulkValues {
  readonly network: string;
  readonly template: string;
  readonly tags: readonly string[];
  readonly radio: RadioValues;
}

interface BulkDialogProps {
  readonly action: BulkAction;
  readonly selection: DeviceSelection;
  readonly onClose: () => void;
}

/** Asks before a change of many devices other than an upgrade. */
export function BulkDialog({ action, selection, onClose }: BulkDialogProps) {
  const { start, isPending, error } = useBulkChange(action, selection);
  const form = useForm<BulkValues>({ network: '', template: '', tags: [], radio: NO_RADIO }, error);
  const { tags } = form.values;
  const { label, effect } = BULK_ACTIONS[action];
  const isTagging = action === 'tag' || action === 'untag';
  const params = paramsOf(action, form.values);
  return (
    <ConfirmDialog
      title={`${label}: ${selectedDevices(selection)}`}
      action={label}
      typed={typedFor(selection)}
      isBusy={isPending}
      isDisabled={params === null}
      error={error}
      onConfirm={() => {
        if (params) start(params);
      }}
      onClose={onClose}
    >
      {effect}
      {action === 'assign' && <NetworkChoice form={form} />}
      {action === 'apply_template' && <TemplateChoice form={form} />}
      {action === 'radio' && <RadioFields form={radioForm(form)} path="params" unset="As it is" />}
      {isTagging && (
        <TagsField
          tags={tags}
          error={error}
          path="params.tag_ids"
          onChange={(chosen) => {
            form.set('tags', chosen);
          }}
        />
      )}
    </ConfirmDialog>
  );
}

/** The parameters of the change; null while the user has not chosen them. */
function paramsOf(action: BulkAction, { network, template, tags, radio }: BulkValues) {
  switch (action) {
    case 'assign':
      return network === '' ? null : { network_id: Number(network) };
    case 'apply_template':
      return template === '' ? null : { init_template_id: Number(template) };
    case 'tag':
    case 'untag':
      return tags.length === 0 ? null : { tag_ids: tags.map(Number) };
    case 'radio':
      return setMembersOf(radio);
    default:
      return {};
  }
}

/** The form of the radio settings within that of the dialog. */
function radioForm({ values, set, error }: Form<BulkValues>): Form<RadioValues> {
  return {
    values: values.radio,
    error,
    set: (name, value) => {
      set('radio', { ...values.radio, [name]: value });
    },
  };
}

interface ChoiceProps {
  readonly form: Form<BulkValues>;
}

function NetworkChoice({ form }: ChoiceProps) {
  return (
    <SelectField
      form={form}
      name="network"
      path="params.network_id"
      label="Network"
      options={useOwnNetworkOptions()}
    />
  );
}

function TemplateChoice({ form }: ChoiceProps) {
  return (
    <SelectField
      form={form}
      name="template"
      path="params.init_template_id"
      label="Template"
      options={useTemplateOptions()}
    />
  );
}
