import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Form from '@cloudscape-design/components/form';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { api } from '../api/client';
import { ErrorBar } from '../components/error-bar';
import { faultAt, numberIn, TextField, useForm } from '../components/form';
import { useGoTo } from '../components/route-link';
import { EMPTY_FILE, FilesField, type FileValues } from './files-field';

interface ReleaseValues {
  readonly version: string;
  readonly notes: string;
  readonly files: readonly FileValues[];
}

const EMPTY: ReleaseValues = { version: '', notes: '', files: [EMPTY_FILE] };

/** Publishes a release of the organisation. It is not released until the user releases it on its page. */
export function NewReleasePage() {
  const goTo = useGoTo();
  const { mutate, isPending, error } = api.useMutation('post', '/v1/firmware_releases', {
    onSuccess: ({ data }) => {
      goTo(`/firmware/${data.firmware_release.id}`);
    },
  });
  const form = useForm(EMPTY, error);
  const { values, set } = form;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) mutate({ body: toRequest(values) });
      }}
    >
      <Form
        header={
          <Header variant="h1" description="Other users can choose it once you release it.">
            Publish a release
          </Header>
        }
        actions={
          <Button variant="primary" loading={isPending}>
            Publish
          </Button>
        }
      >
        <SpaceBetween size="l">
          <ErrorBar error={error} />
          <Container>
            <SpaceBetween size="m">
              <TextField form={form} name="version" label="Version" placeholder="1.10.0" />
              <FormField label="Notes" errorText={faultAt(error, 'notes')} stretch>
                <Textarea
                  value={values.notes}
                  onChange={({ detail }) => {
                    set('notes', detail.value);
                  }}
                />
              </FormField>
            </SpaceBetween>
          </Container>
          <Header variant="h2">Files</Header>
          <FilesField
            files={values.files}
            error={error}
            onChange={(files) => {
              set('files', files);
            }}
          />
        </SpaceBetween>
      </Form>
    </form>
  );
}

function toRequest({ version, notes, files }: ReleaseValues) {
  const urls = files.map(({ part_number, url, sha256, size }) => ({
    part_number,
    url,
    sha256: sha256.trim() === '' ? null : sha256.trim().toLowerCase(),
    size: numberIn(size) as number | null,
  }));
  return { version, notes, urls, is_released: false };
}
