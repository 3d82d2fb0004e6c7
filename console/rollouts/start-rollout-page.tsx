import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMutation } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { client } from '../api/client';
import { ErrorBar } from '../components/error-bar';
import { lazyPart } from '../components/lazy-part';
import { QueryView } from '../components/query-view';
import { useGoTo } from '../components/route-link';
import { PreviewView } from './preview-view';
import { useRollout, useRolloutPreview, type Rollout } from './rollout';

const StartDialog = lazyPart(async () => (await import('./start-dialog')).StartDialog);

/** Shows what a draft would do, before it is started. */
export function StartRolloutPage() {
  const query = useRollout(Number(useParams({ strict: false }).id));
  return (
    <QueryView query={query} what="rollout">
      {({ data }) => <PreviewAndStart rollout={data.rollout} />}
    </QueryView>
  );
}

function PreviewAndStart({ rollout }: { rollout: Rollout }) {
  const { id, revision, name, version } = rollout;
  const goTo = useGoTo();
  const [isStarting, setIsStarting] = useState(false);
  const request = useRequestPreview(id, revision);
  const preview = useRolloutPreview(id, request.isSuccess);
  const shown = preview.data?.data.preview;
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        description={`Version ${version}. This is what will happen; nothing has started yet.`}
        actions={
          <SpaceBetween direction="horizontal" size="xs">
            <Button
              onClick={() => {
                goTo(`/rollouts/${id}/edit`);
              }}
            >
              Edit
            </Button>
            <Button
              variant="primary"
              disabled={shown?.state !== 'ready'}
              onClick={() => {
                setIsStarting(true);
              }}
            >
              Start
            </Button>
          </SpaceBetween>
        }
      >
        Preview of {name}
      </Header>
      <ErrorBar error={request.error} retry={request.mutate} />
      <PreviewView preview={shown} error={preview.error} />
      {isStarting && shown?.fingerprint && (
        <StartDialog
          rollout={rollout}
          preview={shown}
          onClose={() => {
            setIsStarting(false);
          }}
        />
      )}
    </SpaceBetween>
  );
}

/** Asks the service to compute the preview of this revision. */
function useRequestPreview(id: number, revision: number) {
  const { mutate, isSuccess, error } = useMutation({
    mutationFn: () => client.POST('/v1/rollouts/{id}/preview', { params: { path: { id } } }),
  });
  useEffect(() => {
    mutate();
  }, [mutate, id, revision]);
  return { mutate, isSuccess, error };
}
