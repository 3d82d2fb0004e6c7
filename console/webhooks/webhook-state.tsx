import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Webhook } from './webhook';

const DISABLED = {
  gone: 'Disabled: the receiver is gone',
  failing: 'Disabled: it failed for 72 hours',
} as const;

/** Whether the webhook is enabled, and if the service has disabled it, why. */
export function WebhookState({
  webhook: { enabled, disabled_reason: reason },
}: {
  readonly webhook: Webhook;
}) {
  if (enabled) return <StatusIndicator>Enabled</StatusIndicator>;
  return (
    <StatusIndicator type={reason === null ? 'stopped' : 'error'}>
      {reason === null ? 'Disabled' : DISABLED[reason]}
    </StatusIndicator>
  );
}
