import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Form } from '../components/form';
import { SsidControl } from './ssid-field';
import { SSID_GROUPS } from './ssid-groups';
import type { SsidValues } from './ssid-values';

/** The controls of an SSID in their groups. */
export function SsidFields({ form }: { readonly form: Form<SsidValues> }) {
  return (
    <SpaceBetween size="l">
      {SSID_GROUPS.map(({ title, fields }) => (
        <Container key={title} header={<Header variant="h2">{title}</Header>}>
          <div className="side-by-side">
            {fields.map((field) => (
              <SsidControl key={field.name} field={field} form={form} />
            ))}
          </div>
        </Container>
      ))}
    </SpaceBetween>
  );
}
