import Button from '@cloudscape-design/components/button';
import Form from '@cloudscape-design/components/form';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useParams } from '@tanstack/react-router';
import { api } from '../api/client';
import { ErrorBar } from '../components/error-bar';
import { useForm } from '../components/form';
import { useGoTo } from '../components/route-link';
import { SsidFields } from './ssid-fields';
import { changesTo, toRequest, valuesOf } from './ssid-values';

const NEW = valuesOf(null);

/** Creates an SSID in a network and opens it. */
export function NewSsidPage() {
  const { id: networkId = '' }: { id?: string } = useParams({ strict: false });
  const goTo = useGoTo();
  const { mutate, isPending, error } = api.useMutation('post', '/v1/network_ssids', {
    onSuccess: ({ data }) => {
      goTo(`/networks/${networkId}/ssids/${data.id}`);
    },
  });
  const form = useForm(NEW, error);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isPending) return;
        const given = toRequest(changesTo(NEW, form.values));
        mutate({ body: { network_id: networkId, network_ssid: given } });
      }}
    >
      <Form
        header={
          <Header
            variant="h1"
            description="Once it is created, its page offers to copy it to other networks, with its key."
          >
            New SSID
          </Header>
        }
        actions={
          <Button variant="primary" loading={isPending}>
            Create
          </Button>
        }
      >
        <SpaceBetween size="l">
          <ErrorBar error={error} />
          <SsidFields form={form} networkId={Number(networkId)} />
        </SpaceBetween>
      </Form>
    </form>
  );
}
