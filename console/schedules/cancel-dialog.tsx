import { api } from '../api/client';
import { ConfirmDialog } from '../components/confirm-dialog';
import { titleOf, type Schedule } from './schedule';

interface CancelDialogProps {
  readonly schedule: Schedule;
  readonly onClose: () => void;
}

/** Cancels a schedule after a confirmation. */
export function CancelDialog({ schedule, onClose }: CancelDialogProps) {
  const { mutate, isPending, error } = api.useMutation('delete', '/upgrades/schedules/{id}.json', {
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`Cancel ${titleOf(schedule)}`}
      action="Cancel upgrades"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ params: { path: { id: schedule.id } } });
      }}
      onClose={onClose}
    >
      Its pending upgrades are deleted. What has begun goes on.
    </ConfirmDialog>
  );
}
