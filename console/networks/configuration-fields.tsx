import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { CheckField, SelectField, TextField, type Form } from '../components/form';
import { ON_DRIFT, WHY_FORCED } from '../configuration/configuration';
import { LABELS, type ConfigurationValues } from './network-values';

const ON_DRIFT_OPTIONS = Object.entries(ON_DRIFT).map(([value, label]) => ({ value, label }));

interface ConfigurationFieldsProps {
  readonly form: Form<ConfigurationValues>;
  /** Whether devices of the network need canaries. */
  readonly isForced: boolean;
}

/** How changes of the network's configuration reach its devices. */
export function ConfigurationFields({ form, isForced }: ConfigurationFieldsProps) {
  const { canary, hasStopAfter } = form.values;
  return (
    <SpaceBetween size="m">
      <Header variant="h2" description="How changes of SSIDs, radios and the time zone reach the devices">
        Configuration
      </Header>
      <CheckField
        form={form}
        name="canary"
        label={LABELS.canary}
        description={
          isForced ? WHY_FORCED : 'Otherwise every device gets a change at once, and no change is held'
        }
        isDisabled={isForced && canary}
      />
      {canary && (
        <>
          <TextField
            form={form}
            name="soak"
            path="configuration.soak_s"
            label={LABELS.soak}
            description={`${isForced ? 60 : 0} to 86,400: how long the first device runs a change before the others get it`}
            type="number"
          />
          <CheckField form={form} name="hasStopAfter" label={LABELS.hasStopAfter} />
          {hasStopAfter && (
            <TextField
              form={form}
              name="stopAfter"
              path="configuration.stop_after"
              label={LABELS.stopAfter}
              description="1 to 1,000 devices"
              type="number"
            />
          )}
        </>
      )}
      <TextField
        form={form}
        name="confirmWithin"
        path="configuration.confirm_within_s"
        label={LABELS.confirmWithin}
        description="30 to 900: a device that does not reach the service with a change for so long undoes it"
        type="number"
      />
      <SelectField
        form={form}
        name="onDrift"
        path="configuration.on_drift"
        label={LABELS.onDrift}
        options={ON_DRIFT_OPTIONS}
      />
    </SpaceBetween>
  );
}
