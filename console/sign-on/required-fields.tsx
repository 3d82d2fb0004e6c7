import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { CheckField, SelectField, type Form } from '../components/form';
import { useBreakGlassOptions } from '../pickers/pickers';
import { SSO_LABELS, type Sso, type SsoValues } from './sso';

interface RequiredFieldsProps {
  readonly form: Form<SsoValues>;
  readonly sso: Sso;
}

/** Whether users sign in by the provider alone, and who does not. */
export function RequiredFields({ form, sso }: RequiredFieldsProps) {
  const options = useBreakGlassOptions(form.values.break_glass);
  const isDisabled = !sso.can_require && !form.values.required;
  return (
    <Container header={<Header variant="h2">Passwords</Header>}>
      <SpaceBetween size="m">
        <CheckField
          form={form}
          name="required"
          label={SSO_LABELS.required}
          description={
            isDisabled
              ? 'Sign in by this provider first: only a session that it has signed in can require it'
              : 'Passwords and passkeys are refused, and so are the sessions and access tokens that were made with them, but for those of the user for emergencies'
          }
          isDisabled={isDisabled}
        />
        {form.values.required && (
          <SelectField
            form={form}
            name="break_glass"
            label={SSO_LABELS.break_glass}
            description="A super administrator with a password and a second factor, who signs in with both when the provider fails"
            options={options}
          />
        )}
      </SpaceBetween>
    </Container>
  );
}
