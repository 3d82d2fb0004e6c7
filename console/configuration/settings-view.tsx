import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import { ON_DRIFT, WHY_FORCED, type ConfigurationSettings } from './configuration';

/** How changes of a network's configuration reach its devices, to read. */
export function SettingsView({ settings }: { readonly settings: ConfigurationSettings }) {
  const {
    canary,
    canary_forced: isForced,
    soak_s: soak,
    stop_after: most,
    confirm_within_s: within,
    on_drift: onDrift,
  } = settings;
  const first = `One device of each part first${isForced ? `. ${WHY_FORCED}` : ''}`;
  const test = [
    { label: 'Length of the test', value: seconds(soak) },
    {
      label: 'Refusals that hold a change',
      value: most === null ? 'Any number goes on' : most.toLocaleString(),
    },
  ];
  return (
    <Container header={<Header variant="h2">Settings</Header>}>
      <KeyValuePairs
        columns={3}
        items={[
          { label: 'Changes go to', value: canary ? first : 'All devices at once' },
          ...(canary ? test : []),
          { label: 'Time to confirm a change', value: seconds(within) },
          { label: 'After a change by something else', value: ON_DRIFT[onDrift] },
        ]}
      />
    </Container>
  );
}

function seconds(count: number): string {
  return `${count.toLocaleString()} s`;
}
