import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { api } from '../api/client';
import { onlyThis } from '../api/only-this';
import { ErrorBar } from '../components/error-bar';
import { ConflictAlert, useRecordForm } from '../components/record-form';
import type { User } from './user';
import { LABELS, toRequest, UserFields, valuesOf } from './user-fields';

/** Changes the email and the rights of another user. */
export function UserForm({ user }: { readonly user: User }) {
  const { mutate, isPending, isSuccess, error: refusal } = api.useMutation('patch', '/v1/users/{id}');
  const form = useRecordForm(user, valuesOf, refusal);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isPending) return;
        mutate(
          { ...onlyThis(form.base), body: toRequest(form.values) },
          {
            onSuccess: ({ data }) => {
              form.rebase(data.user);
            },
          },
        );
      }}
    >
      <Container>
        <SpaceBetween size="m">
          <ConflictAlert conflict={form.conflict} labels={LABELS} />
          <ErrorBar error={form.error} />
          <UserFields form={form} />
          <Button variant="primary" loading={isPending}>
            Save
          </Button>
          <div role="status">{isSuccess ? 'Saved' : ''}</div>
        </SpaceBetween>
      </Container>
    </form>
  );
}
