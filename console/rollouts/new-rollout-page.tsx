import { useLocation } from '@tanstack/react-router';
import { api } from '../api/client';
import { useForm } from '../components/form';
import { useGoTo } from '../components/route-link';
import { RolloutForm } from './rollout-form';
import { DEFAULTS } from './rollout-values';

/** Saves a new rollout as a draft, to the targets of the URL if it names some; nothing starts from here. */
export function NewRolloutPage() {
  const goTo = useGoTo();
  const { targets }: { targets?: string } = useLocation().search;
  const { mutate, isPending, error } = api.useMutation('post', '/v1/rollouts');
  const form = useForm({ ...DEFAULTS, targets: targets?.split(',') ?? [] }, error);
  return (
    <RolloutForm
      title="Create rollout"
      form={form}
      isBusy={isPending}
      onSave={(body, isPreviewWanted) => {
        mutate(
          { body },
          {
            onSuccess: ({ data }) => {
              goTo(`/rollouts/${data.rollout.id}${isPreviewWanted ? '/start' : ''}`);
            },
          },
        );
      }}
    />
  );
}
