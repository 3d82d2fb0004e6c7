import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Form from '@cloudscape-design/components/form';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { api } from '../api/client';
import { ErrorBar } from '../components/error-bar';
import { ChangePreview } from './change-preview';
import { useSsid, type Ssid } from './ssid';
import { SsidFields } from './ssid-fields';
import { SSID_FIELDS } from './ssid-groups';
import { toRequest, valuesOf } from './ssid-values';
import { useValueText } from './value-text';
import { useDraft, type Draft } from './use-draft';

/** Changes an SSID. Only the fields that the user has changed are sent. */
export function SsidForm({ ssid }: { readonly ssid: Ssid }) {
  const { id } = ssid;
  const { refetch } = useSsid(id);
  const save = api.useMutation('patch', '/v1/network_ssids/{id}');
  const draft = useDraft(valuesOf(ssid), save.error);
  const isChanged = Object.keys(draft.changes).length > 0;
  const submit = async (): Promise<void> => {
    const sent = draft.changes;
    // Another user may have saved after the last poll.
    const { data, isSuccess } = await refetch();
    if (!isSuccess || draft.conflictsWith(valuesOf(data.data.network_ssid)).length > 0) return;
    save.mutate(
      { params: { path: { id } }, body: { network_ssid: toRequest(sent) } },
      {
        onSuccess: () => {
          draft.saved(sent);
        },
      },
    );
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !save.isPending) void submit();
      }}
    >
      <Form
        actions={
          <SpaceBetween direction="horizontal" size="xs" alignItems="center">
            <span role="status">{save.isSuccess && !isChanged ? 'Saved' : ''}</span>
            <Button formAction="none" disabled={!isChanged} onClick={draft.clear}>
              Undo changes
            </Button>
            <Button variant="primary" disabled={!isChanged} loading={save.isPending}>
              Save
            </Button>
          </SpaceBetween>
        }
      >
        <SpaceBetween size="l">
          <ErrorBar error={save.error} />
          <Conflicts draft={draft} />
          <SsidFields form={draft.form} networkId={ssid.network_id} />
          {isChanged && <ChangePreview ssid={ssid} values={draft.form.values} />}
        </SpaceBetween>
      </Form>
    </form>
  );
}

/** What another user has changed meanwhile, where this user has too. Nothing is sent until one of the two is chosen. */
function Conflicts({ draft: { conflicts, keepMine, takeTheirs } }: { draft: Draft }) {
  const textOf = useValueText();
  if (conflicts.length === 0) return null;
  const theirs = new Map(conflicts.map((conflict) => [conflict.name, conflict.theirs]));
  return (
    <div role="alert">
      <Alert
        type="warning"
        header="Another user has changed the same fields"
        action={
          <SpaceBetween direction="horizontal" size="xs">
            <Button formAction="none" onClick={takeTheirs}>
              Take theirs
            </Button>
            <Button formAction="none" onClick={keepMine}>
              Keep mine
            </Button>
          </SpaceBetween>
        }
      >
        <ul>
          {SSID_FIELDS.filter(({ name }) => theirs.has(name)).map((field) => (
            <li key={field.name}>
              {field.label}:{' '}
              {field.kind === 'key' ? 'another key' : textOf(field, theirs.get(field.name) ?? '')}
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  );
}
