import { api } from '../api/client';
import { onlyThis } from '../api/only-this';
import { ConfirmDialog } from '../components/confirm-dialog';
import { useGoTo } from '../components/route-link';
import { CAUSES, type RetriedCause } from './health/causes';
import type { Rollout } from './rollout';

interface DeriveDialogProps {
  readonly rollout: Rollout;
  readonly action: 'retry' | 'rollback';
  /** Of a retry: only devices whose upgrade ended for one of these; none means all. */
  readonly causes?: readonly RetriedCause[];
  readonly onClose: () => void;
}

/** Creates the draft of a rollout from this one, and shows its preview before anything starts. */
export function DeriveDialog({ rollout, action, causes = [], onClose }: DeriveDialogProps) {
  const goTo = useGoTo();
  const onSuccess = ({ data }: { data: { rollout: Rollout } }): void => {
    goTo(`/rollouts/${data.rollout.id}/start`);
  };
  const retry = api.useMutation('post', '/v1/rollouts/{id}/retry', { onSuccess });
  const rollBack = api.useMutation('post', '/v1/rollouts/{id}/rollback', { onSuccess });
  const { isPending, error } = action === 'retry' ? retry : rollBack;
  return (
    <ConfirmDialog
      title={action === 'retry' ? 'Retry failed upgrades' : 'Roll back'}
      action="Create draft"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        if (action === 'rollback') rollBack.mutate({ ...onlyThis(rollout), body: {} });
        else retry.mutate({ ...onlyThis(rollout), body: causes.length > 0 ? { causes: [...causes] } : {} });
      }}
      onClose={onClose}
    >
      {action === 'retry'
        ? 'This creates the draft of a rollout to the devices whose upgrade failed or expired.'
        : 'This creates the draft of a rollout that returns each upgraded device to its previous version.'}{' '}
      Nothing starts before you have seen its preview.
      {causes.length > 0 && <div>Causes: {causes.map((cause) => CAUSES[cause]).join('; ')}</div>}
    </ConfirmDialog>
  );
}
