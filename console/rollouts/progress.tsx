import Container from '@cloudscape-design/components/container';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Box from '@cloudscape-design/components/box';
import { RouteLink } from '../components/route-link';
import { Time } from '../components/time';
import { clockTime } from '../components/time-zone';
import type { Rollout } from './rollout';
import { LeftOut } from './targets/left-out';
import { barParts } from './states';
import { waitingSentence } from './waiting-sentence';
import './progress.css';

/** How many devices of the rollout are in each state, its rate and its expected end. */
export function Progress({ rollout }: { readonly rollout: Rollout }) {
  const { id, progress } = rollout;
  if (!progress)
    return <Box color="text-body-secondary">Devices are counted once the rollout has started.</Box>;
  const { devices, offline, rate_per_minute: rate, eta, blocked_networks: blocked } = progress;
  const shown = barParts(progress);
  return (
    <Container>
      <SpaceBetween size="m">
        <div className="state-bar" aria-hidden="true">
          {shown.map(({ name, label, count }) => (
            <span key={label} className={`state-part ${name}`} style={{ flexGrow: count }} />
          ))}
        </div>
        <ul className="state-legend">
          {shown.map(({ name, label, count }) => (
            <li key={label}>
              <span className={`state-part ${name}`} aria-hidden="true" />
              {label} {count.toLocaleString()}
            </li>
          ))}
        </ul>
        <RouteLink to={`/rollouts/${id}/history`}>Over time, with the health of upgraded devices</RouteLink>
        <Waiting rollout={rollout} />
        <KeyValuePairs
          columns={4}
          items={[
            { label: 'Devices', value: devices.toLocaleString() },
            { label: 'Waiting because they are offline', value: offline.toLocaleString() },
            { label: 'Ended per minute', value: rate.toFixed(1) },
            { label: 'Expected end', value: <Time at={hasExpectedEnd(rollout) ? eta : null} /> },
            ...(rollout.exclude.length > 0
              ? [{ label: 'Left out', value: <LeftOut rollout={rollout} /> }]
              : []),
            ...(blocked.length > 0 ? [{ label: 'Blocked networks', value: <Networks ids={blocked} /> }] : []),
          ]}
        />
      </SpaceBetween>
    </Container>
  );
}

/** Why devices wait, and until when. */
function Waiting({ rollout }: { readonly rollout: Rollout }) {
  const { waiting_for: waits, window_opens_at: opensAt, time_zone: zone, state } = rollout;
  if (!waits) return null;
  const opens = opensAt === null ? null : `${clockTime(opensAt, zone)} ${zone}`;
  const sentence = waitingSentence(waits, opens);
  if (sentence === '') return null;
  return (
    <Box>
      {state === 'Paused' &&
        'While the rollout is paused, no device is offered the upgrade. Apart from that: '}
      {sentence}
    </Box>
  );
}

/** The service estimates when the waiting devices of started stages end: the end of a rollout without later stages. */
function hasExpectedEnd({ state, stages, progress }: Rollout): boolean {
  return (
    state === 'Running' && (progress?.waiting ?? 0) > 0 && stages.every((stage) => stage.state !== 'Waiting')
  );
}

function Networks({ ids }: { ids: readonly number[] }) {
  return (
    <SpaceBetween direction="horizontal" size="xs">
      {ids.map((id) => (
        <RouteLink key={id} to={`/networks/${id}`}>
          {String(id)}
        </RouteLink>
      ))}
    </SpaceBetween>
  );
}
