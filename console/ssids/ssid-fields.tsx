import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useRef, useState } from 'react';
import type { Form } from '../components/form';
import { AdvancedFields } from './advanced-fields';
import { BASIC_GROUPS } from './basic-groups';
import { useFaultFocus } from './fault-focus';
import { joiningOf, neededBy } from './joining';
import { JoiningField } from './joining-field';
import { useMeanings } from './meanings';
import { SsidControl } from './ssid-field';
import { fieldOf } from './ssid-groups';
import { useSummary } from './ssid-summary';
import type { SsidValues } from './ssid-values';

interface SsidFieldsProps {
  readonly form: Form<SsidValues>;
  readonly networkId: number;
}

/** The controls of an SSID: its name, who may join, where; then the rest in groups, and all of it as a sentence. */
export function SsidFields({ form, networkId }: SsidFieldsProps) {
  const [first] = useState(form.values);
  const root = useRef<HTMLDivElement>(null);
  const meanings = useMeanings();
  const summaryOf = useSummary();
  useFaultFocus(root, form.error);
  const opened = neededBy(joiningOf(meanings, String(form.values.security_mode)), form.values);
  const [name, where] = BASIC_GROUPS.map(({ title, fields }) => (
    <Container key={title} header={<Header variant="h2">{title}</Header>}>
      <div className="side-by-side">
        {fields.map((field) => (
          <SsidControl key={field.name} field={field} form={form} networkId={networkId} />
        ))}
      </div>
    </Container>
  ));
  return (
    <div ref={root}>
      <SpaceBetween size="l">
        {name}
        <Container header={<Header variant="h2">Access</Header>}>
          <div className="side-by-side">
            <JoiningField form={form} />
            {opened.length > 0 && (
              <SpaceBetween size="m">
                {opened.map((needed) => (
                  <SsidControl key={needed} field={fieldOf(needed)} form={form} networkId={networkId} />
                ))}
              </SpaceBetween>
            )}
          </div>
        </Container>
        {where}
        <AdvancedFields form={form} first={first} networkId={networkId} />
        <Container header={<Header variant="h2">Summary</Header>}>
          <span className="wrap-anywhere">{summaryOf(form.values)}</span>
        </Container>
      </SpaceBetween>
    </div>
  );
}
