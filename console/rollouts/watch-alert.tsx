import Alert from '@cloudscape-design/components/alert';
import { Time } from '../components/time';
import type { Rollout } from './rollout';

/** The time after the last stage in which some devices are not upgraded yet. */
export function WatchAlert({ rollout: { watch, state } }: { readonly rollout: Rollout }) {
  if (!watch || state !== 'Running') return null;
  if (watch.state === 'watching')
    return (
      <Alert type="info" header="All stages are done; the upgraded devices are watched">
        {watch.held_out.toLocaleString()} devices are not upgraded yet, to compare the others with them. They
        are upgraded from <Time at={watch.until} />. To upgrade them now, set the watch to 0 minutes.
      </Alert>
    );
  if (watch.state !== 'hold_out') return null;
  return (
    <Alert type="info" header="The watch is over">
      The {watch.held_out.toLocaleString()} devices that were held out are upgraded.
    </Alert>
  );
}
