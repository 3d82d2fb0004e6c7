import Alert from '@cloudscape-design/components/alert';
import { useState } from 'react';
import { api } from '../api/client';
import { onlyThis } from '../api/only-this';
import { ConfirmDialog, typedCount } from '../components/confirm-dialog';
import { deviceCount } from '../components/device-count';
import { useRights } from '../app/me';
import { RouteLink, useGoTo } from '../components/route-link';
import type { Preview } from './preview-view';
import { useIsUnreleased } from './releases';
import type { Rollout } from './rollout';
import type { EventType } from '../webhooks/webhook';

interface StartDialogProps {
  readonly rollout: Rollout;
  readonly preview: Preview;
  readonly onClose: () => void;
}

/** Starts a rollout whose preview is shown. */
export function StartDialog({ onClose, ...shown }: StartDialogProps) {
  const [{ rollout, preview }] = useState(shown);
  const goTo = useGoTo();
  const isUnreleased = useIsUnreleased(rollout.version);
  const count = preview.totals?.to_upgrade ?? 0;
  const { mutate, isPending, error } = api.useMutation('post', '/v1/rollouts/{id}/start', {
    onSuccess: () => {
      goTo(`/rollouts/${rollout.id}`);
    },
  });
  return (
    <ConfirmDialog
      title={`Start ${rollout.name}`}
      action="Start"
      typed={typedCount(count, isUnreleased)}
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ ...onlyThis(rollout), body: { fingerprint: preview.fingerprint ?? '' } });
      }}
      onClose={onClose}
    >
      {deviceCount(count)} will be upgraded to {rollout.version}
      {isUnreleased ? ', which is not released' : ''}. If the devices have changed since the preview, the
      rollout pauses before it begins.
      <UnheardPause />
    </ConfirmDialog>
  );
}

/** A warning when no webhook takes the event of a pause, and no user gets its alert. Only administrators see webhooks. */
function UnheardPause() {
  const { administer_all: isWanted } = useRights();
  const request = { params: { query: { per_page: 100 } } };
  const { data } = api.useQuery('get', '/v1/webhooks', request, { enabled: isWanted });
  const takes = (type: EventType) =>
    data?.data.webhooks.some(({ enabled, types }) => enabled && types.includes(type));
  const isHeard = takes('rollout.paused');
  const takesAlerts = takes('alert.opened') === true;
  const alerts = api.useQuery('get', '/v1/alert_settings', {}, { enabled: isWanted });
  const settings = alerts.data?.data.alert_settings;
  if (isHeard !== false || data?.meta.has_more === true || settings === undefined) return null;
  const opens = settings.kinds.rollout_paused.enabled;
  if (opens && (takesAlerts || settings.mailed_kinds.includes('rollout_paused'))) return null;
  return (
    <Alert type="warning">
      A pause of this rollout goes unnoticed: no enabled <RouteLink to="/webhooks">webhook</RouteLink> takes
      rollout.paused, and no user gets its alert by <RouteLink to="/settings">e-mail</RouteLink>.
    </Alert>
  );
}
