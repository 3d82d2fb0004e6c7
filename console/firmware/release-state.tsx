import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Release } from './release';

/** Whether users without the right to unreleased firmware can choose the release. */
export function ReleaseState({ release: { is_released: isReleased } }: { readonly release: Release }) {
  return (
    <StatusIndicator type={isReleased ? 'success' : 'warning'}>
      {isReleased ? 'Released' : 'Not released'}
    </StatusIndicator>
  );
}
