import FormField from '@cloudscape-design/components/form-field';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../api/client';
import { onlyThis } from '../api/only-this';
import { Choice } from '../components/choice';
import { ConfirmDialog } from '../components/confirm-dialog';
import { usePartOptions } from '../pickers/pickers';
import { stateReason, useRolloutFailures, type Rollout } from './rollout';

interface ExcludePartDialogProps {
  readonly rollout: Rollout;
  readonly onClose: () => void;
}

/** Excludes a hardware part from a paused rollout, and resumes it. */
export function ExcludePartDialog({ rollout, onClose }: ExcludePartDialogProps) {
  const suspect = useSuspectPart(rollout);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (part: string) => excludeAndResume(rollout, part),
    onSuccess: onClose,
  });
  const [chosen, setChosen] = useState('');
  const part = chosen || suspect;
  return (
    <ConfirmDialog
      title="Exclude a part and resume"
      action="Exclude and resume"
      isBusy={isPending}
      isDisabled={part === ''}
      error={error}
      onConfirm={() => {
        mutate(part);
      }}
      onClose={onClose}
    >
      Devices of this part that still wait keep their version; all others are offered the upgrade again.
      Devices of this part that are upgraded already stay on the new version until a rollback.
      <FormField label="Hardware part" stretch>
        <Choice value={part} options={usePartOptions()} onChange={setChosen} />
      </FormField>
    </ConfirmDialog>
  );
}

/** The part that the gate names, else the one with most failures, else the one that a look found sick; or empty. */
function useSuspectPart(rollout: Rollout): string {
  const request = { params: { path: { id: rollout.id }, query: { per_page: 200 } } };
  const events = api.useQuery('get', '/v1/rollouts/{id}/events', request).data?.data.events ?? [];
  const failures = useRolloutFailures(rollout.id).data?.data.failures ?? [];
  const [worst] = failures.toSorted((one, other) => other.count - one.count);
  const looks = events
    .filter(({ kind }) => kind === 'rollout.health_look')
    .map(({ data }) => data as Look | null);
  const sick = looks.findLast((look) => (look?.counts.sick ?? 0) > 0);
  return stateReason(rollout)?.part ?? worst?.part ?? sick?.part ?? '';
}

/** What a look at the health of a part's devices found. */
interface Look {
  readonly part: string;
  readonly counts: { readonly sick: number };
}

async function excludeAndResume(rollout: Rollout, part: string): Promise<void> {
  const exclude = [...new Set([...rollout.exclude, `part:${part}`])];
  const { data } = await client.PATCH('/v1/rollouts/{id}', { ...onlyThis(rollout), body: { exclude } });
  await client.POST('/v1/rollouts/{id}/resume', onlyThis(data?.data.rollout ?? rollout));
}
