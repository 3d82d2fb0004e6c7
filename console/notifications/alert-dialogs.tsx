import { useState } from 'react';
import { api } from '../api/client';
import { onlyThese } from '../api/only-this';
import { ConfirmDialog } from '../components/confirm-dialog';
import { CheckField, numberIn, SelectField, TextField } from '../components/form';
import { ConflictAlert, useRecordForm } from '../components/record-form';
import {
  KINDS,
  networksIn,
  networkValuesOf,
  SCOPE_LABELS,
  scopeIn,
  scopeValuesOf,
  type AlertSettings,
  type Kind,
  type ScopeValues,
} from './email-values';
import { PlaceFields, ScopeFields } from './scope-fields';

interface DialogProps {
  readonly settings: AlertSettings;
  readonly onClose: () => void;
}

interface DefaultValues extends ScopeValues {
  /** Empty: administrators of all networks only. */
  readonly enabled: string;
}

const ENABLED = [
  { value: '', label: 'Administrators of all networks only' },
  { value: 'true', label: 'All of them' },
  { value: 'false', label: 'None of them' },
];
const DEFAULT_LABELS = { enabled: 'Users who have not chosen get e-mails', ...SCOPE_LABELS };

/** Changes the e-mails of users who have not chosen. */
export function DefaultsDialog({ settings, onClose }: DialogProps) {
  const { mutate, isPending, error } = api.useMutation('patch', '/v1/alert_settings', { onSuccess: onClose });
  const form = useRecordForm(settings, defaultValuesOf, error);
  return (
    <ConfirmDialog
      title="Change default e-mails"
      action="Save"
      isBusy={isPending}
      error={form.error}
      onConfirm={() => {
        const { enabled: text, ...scope } = form.values;
        const enabled = text === '' ? null : text === 'true';
        mutate({ ...onlyThese(form.base), body: { email: { enabled, ...scopeIn(scope) } } });
      }}
      onClose={onClose}
    >
      <ConflictAlert conflict={form.conflict} labels={DEFAULT_LABELS} />
      <SelectField form={form} name="enabled" label={DEFAULT_LABELS.enabled} options={ENABLED} />
      {form.values.enabled !== 'false' && <ScopeFields form={form} />}
    </ConfirmDialog>
  );
}

function defaultValuesOf({ email }: AlertSettings): DefaultValues {
  return { enabled: email.enabled === null ? '' : String(email.enabled), ...scopeValuesOf(email) };
}

interface KindValues extends Pick<ScopeValues, 'someNetworks' | 'networks'> {
  readonly enabled: boolean;
  readonly after: string;
}

const KIND_LABELS = {
  enabled: 'Open alerts of this kind',
  after: 'After minutes',
  someNetworks: SCOPE_LABELS.someNetworks,
  networks: SCOPE_LABELS.networks,
};
/** Kinds whose alerts belong to a network. */
const PLACED: readonly Kind[] = [
  'device_down',
  'network_down',
  'radio_down',
  'configuration_held',
  'configuration_failed',
];

/** Changes when alerts of a kind open. */
export function KindDialog({ settings, kind: shown, onClose }: DialogProps & { readonly kind: Kind }) {
  const [kind] = useState(shown);
  const { mutate, isPending, error } = api.useMutation('patch', '/v1/alert_settings', { onSuccess: onClose });
  const form = useRecordForm(settings, (stored) => kindValuesOf(stored, kind), error);
  const { enabled, after } = form.values;
  const hasSilence = settings.kinds[kind].after_minutes !== null;
  return (
    <ConfirmDialog
      title={`Change alerts: ${KINDS[kind]}`}
      action="Save"
      isBusy={isPending}
      error={form.error}
      onConfirm={() => {
        const silence = hasSilence ? { after_minutes: numberIn(after) as number } : {};
        const place = PLACED.includes(kind) ? { networks: networksIn(form.values) } : {};
        mutate({ ...onlyThese(form.base), body: { kinds: { [kind]: { enabled, ...silence, ...place } } } });
      }}
      onClose={onClose}
    >
      <ConflictAlert conflict={form.conflict} labels={KIND_LABELS} />
      <CheckField form={form} name="enabled" label={KIND_LABELS.enabled} />
      {enabled && hasSilence && (
        <TextField
          form={form}
          name="after"
          path={`kinds.${kind}.after_minutes`}
          label={KIND_LABELS.after}
          description="3 to 1,440"
          inputMode="numeric"
        />
      )}
      {enabled && PLACED.includes(kind) && <PlaceFields form={form} path={`kinds.${kind}.networks`} />}
    </ConfirmDialog>
  );
}

function kindValuesOf({ kinds }: AlertSettings, kind: Kind): KindValues {
  const { enabled, after_minutes: after, networks } = kinds[kind];
  return { enabled, after: after === null ? '' : String(after), ...networkValuesOf({ networks }) };
}
