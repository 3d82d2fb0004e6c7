import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { api } from '../api/client';
import { onlyThis } from '../api/only-this';
import { ErrorBar } from '../components/error-bar';
import { ConflictAlert, useRecordForm } from '../components/record-form';
import type { User } from './user';
import { LABELS, toRequest, UserFields, valuesOf } from './user-fields';

interface UserFormProps {
  readonly user: User;
  readonly isOwn: boolean;
}

/** Changes the email and the rights of an account. */
export function UserForm({ user, isOwn }: UserFormProps) {
  const { mutate, isPending, isSuccess, error: refusal } = api.useMutation('patch', '/v1/users/{id}');
  const form = useRecordForm(user, valuesOf, refusal);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isPending) return;
        const { email, ...rights } = toRequest(form.values);
        mutate(
          { ...onlyThis(form.base), body: isOwn ? { email } : { email, ...rights } },
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
          <UserFields form={form} isOwn={isOwn} />
          <Button variant="primary" loading={isPending}>
            Save
          </Button>
          <div role="status">{isSuccess ? 'Saved' : ''}</div>
        </SpaceBetween>
      </Container>
    </form>
  );
}
