import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Ssid } from './ssid';
import { SSID_GROUPS } from './ssid-groups';
import { useSummary } from './ssid-summary';
import { useValueText } from './value-text';
import { valuesOf } from './ssid-values';

/** The settings of an SSID for users who cannot change it; they do not see its key. */
export function SsidSettings({ ssid }: { readonly ssid: Ssid }) {
  const values = valuesOf(ssid);
  const textOf = useValueText();
  const summaryOf = useSummary();
  return (
    <SpaceBetween size="l">
      <span className="wrap-anywhere">{summaryOf(values)}</span>
      {SSID_GROUPS.map(({ title, fields }) => (
        <Container key={title} header={<Header variant="h2">{title}</Header>}>
          <KeyValuePairs
            columns={3}
            items={fields
              .filter(({ kind }) => kind !== 'key')
              .map((field) => ({ label: field.label, value: textOf(field, values[field.name]) }))}
          />
        </Container>
      ))}
    </SpaceBetween>
  );
}
