import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Form } from '../components/form';
import { useOpenGroups } from './fault-focus';
import { useMeanings } from './meanings';
import { shownFields } from './shown-fields';
import { SsidControl } from './ssid-field';
import { ADVANCED_GROUPS } from './ssid-groups';
import { useLineOf } from './ssid-summary';
import type { SsidValues } from './ssid-values';

interface AdvancedFieldsProps {
  readonly form: Form<SsidValues>;
  /** What the form held when it opened. */
  readonly first: SsidValues;
  readonly networkId: number;
}

/** The settings that most SSIDs leave as they are, in groups that say in one line what is set. */
export function AdvancedFields({ form, first, networkId }: AdvancedFieldsProps) {
  const meanings = useMeanings();
  const lineOf = useLineOf();
  const { isOpen, toggle } = useOpenGroups(form.error);
  return (
    <Container header={<Header variant="h2">Advanced</Header>}>
      <SpaceBetween size="xs">
        {ADVANCED_GROUPS.map((group) => {
          const { title } = group;
          const fields = shownFields(group, form, meanings, first);
          return (
            <ExpandableSection
              key={title}
              headerText={title}
              headingTagOverride="h3"
              headerDescription={lineOf(fields, form.values)}
              expanded={isOpen(title)}
              onChange={({ detail }) => {
                toggle(title, detail.expanded);
              }}
            >
              {isOpen(title) && (
                <div className="side-by-side">
                  {fields.map((field) => (
                    <SsidControl key={field.name} field={field} form={form} networkId={networkId} />
                  ))}
                </div>
              )}
            </ExpandableSection>
          );
        })}
      </SpaceBetween>
    </Container>
  );
}
