import { useParams } from '@tanstack/react-router';
import { api } from '../api/client';
import { onlyThis } from '../api/only-this';
import { QueryView } from '../components/query-view';
import { ConflictAlert, useRecordForm } from '../components/record-form';
import { useGoTo } from '../components/route-link';
import { useRollout, type Rollout } from './rollout';
import { RolloutForm } from './rollout-form';
import { LABELS, valuesOf } from './rollout-values';

/** Changes the settings of a draft. */
export function EditRolloutPage() {
  const query = useRollout(Number(useParams({ strict: false }).id));
  return (
    <QueryView query={query} what="rollout">
      {({ data }) => <EditForm rollout={data.rollout} />}
    </QueryView>
  );
}

function EditForm({ rollout }: { rollout: Rollout }) {
  const goTo = useGoTo();
  const { mutate, isPending, error } = api.useMutation('patch', '/v1/rollouts/{id}');
  const form = useRecordForm(rollout, valuesOf, error);
  return (
    <RolloutForm
      title={`Edit ${rollout.name}`}
      form={form}
      notice={<ConflictAlert conflict={form.conflict} labels={LABELS} />}
      isBusy={isPending}
      onSave={(body, isPreviewWanted) => {
        const onSuccess = (): void => {
          goTo(`/rollouts/${rollout.id}${isPreviewWanted ? '/start' : ''}`);
        };
        mutate({ ...onlyThis(form.base), body }, { onSuccess });
      }}
    />
  );
}
