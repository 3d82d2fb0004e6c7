import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { api } from '../api/client';
import { onlyThis } from '../api/only-this';
import { ErrorBar } from '../components/error-bar';
import { CheckField, SelectField, TextField } from '../components/form';
import { WindowsField } from '../windows/hours-fields';
import { ConflictAlert, useRecordForm } from '../components/record-form';
import { ZONES } from '../components/time-zone';
import { ConfigurationFields } from './configuration-fields';
import type { NetworkDetail } from './network';
import { LABELS, patchOf, valuesOf } from './network-values';
import { PlaceFields } from './place-fields';

const ZONE_OPTIONS = [{ value: '', label: 'That of the rollout' }, ...ZONES];

/** Changes the name, the place, the time zone, the windows and the settings of the configuration of a network. */
export function NetworkForm({ network }: { readonly network: NetworkDetail }) {
  const { mutate, isPending, isSuccess, error: refusal } = api.useMutation('patch', '/v1/networks/{id}');
  const form = useRecordForm(network, valuesOf, refusal);
  const { values, set, error, base, rebase } = form;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate(
          { ...onlyThis(base), body: patchOf(values) },
          {
            onSuccess: ({ data }) => {
              rebase(data.network);
            },
          },
        );
      }}
    >
      <SpaceBetween size="m">
        <ErrorBar error={error} />
        <ConflictAlert conflict={form.conflict} labels={LABELS} />
        <TextField form={form} name="network_name" label={LABELS.network_name} />
        <PlaceFields form={form} />
        <SelectField form={form} name="time_zone" label={LABELS.time_zone} options={ZONE_OPTIONS} />
        <CheckField
          form={form}
          name="hasWindows"
          label={LABELS.hasWindows}
          description="Otherwise devices here are upgraded in the windows of the rollout"
        />
        {values.hasWindows && (
          <WindowsField
            windows={values.windows}
            error={error}
            none="Without a window, devices here are upgraded at any time."
            onChange={(windows) => {
              set('windows', windows);
            }}
          />
        )}
        <ConfigurationFields form={form} isForced={network.configuration.canary_forced} />
        <Button variant="primary" loading={isPending}>
          Save
        </Button>
        <div role="status">{isSuccess ? 'Saved' : ''}</div>
      </SpaceBetween>
    </form>
  );
}
