import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { api } from '../api/client';
import { onlyThese } from '../api/only-this';
import { useMe } from '../app/me';
import { ErrorBar } from '../components/error-bar';
import { AreaField, TextField } from '../components/form';
import { ConflictAlert, useRecordForm } from '../components/record-form';
import { RequiredFields } from './required-fields';
import { RolesField } from './roles-field';
import { domainLines, SSO_LABELS, ssoBodyOf, ssoValuesOf, type Sso } from './sso';

/** Changes how the users sign in by the identity provider. */
export function SsoForm({ sso }: { readonly sso: Sso }) {
  const { tier } = useMe();
  const { mutate, isPending, isSuccess, error } = api.useMutation('put', '/v1/organisation/sso');
  const form = useRecordForm(sso, (stored: Sso) => ssoValuesOf(stored, tier ?? 1), error);
  const isSetUp = form.base.issuer !== null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isPending) return;
        mutate(
          { ...onlyThese(form.base), body: ssoBodyOf(form.values) },
          {
            onSuccess: ({ data: { sso: saved } }) => {
              form.rebase(saved);
              form.set('client_secret', '');
              form.set('domains', domainLines(saved.domains));
            },
          },
        );
      }}
    >
      <SpaceBetween size="l">
        <ConflictAlert conflict={form.conflict} labels={SSO_LABELS} />
        <ErrorBar error={form.error} />
        <Container header={<Header variant="h2">Provider</Header>}>
          <SpaceBetween size="m">
            <TextField
              form={form}
              name="issuer"
              label={SSO_LABELS.issuer}
              description="The https URL by which the provider names itself"
            />
            <TextField form={form} name="client_id" label={SSO_LABELS.client_id} />
            <TextField
              form={form}
              name="client_secret"
              label={SSO_LABELS.client_secret}
              description={
                isSetUp
                  ? 'It is set and not shown. Leave this empty to keep it, for the same issuer and client'
                  : 'It is not shown again'
              }
              type="password"
              autoComplete="new-password"
            />
            <AreaField
              form={form}
              name="domains"
              label={SSO_LABELS.domains}
              description="Those of the users’ emails, one on each line, at most 20"
            />
          </SpaceBetween>
        </Container>
        <RolesField form={form} />
        {isSetUp && <RequiredFields form={form} sso={form.base} />}
        <Button
          variant="primary"
          loading={isPending}
          disabled={sso.redirect_uri === null}
          disabledReason="The service has no public URL"
        >
          Save
        </Button>
        <div role="status">{isSuccess ? 'Saved' : ''}</div>
      </SpaceBetween>
    </form>
  );
}
