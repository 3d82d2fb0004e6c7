import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { User } from './user';

/** Whether the user can sign in. */
export function UserState({ user: { is_disabled: isDisabled } }: { readonly user: User }) {
  return (
    <StatusIndicator type={isDisabled ? 'stopped' : 'success'}>
      {isDisabled ? 'Disabled' : 'Enabled'}
    </StatusIndicator>
  );
}
