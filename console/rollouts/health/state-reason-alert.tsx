import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Time } from '../../components/time';
import { exampleText, failureFindings } from './failure-findings';
import { healthFindings } from './health-findings';
import { stateReason, type Rollout, type StateReason } from '../rollout';

const TITLES = {
  failure_gate: 'The failure gate has paused this rollout',
  delivery_gate: 'The delivery gate has paused this rollout',
  health_gate: 'The health gate has paused this rollout',
  drift: 'The devices have changed since the preview, so this rollout was paused',
} as const;

/** Why the rollout is paused or cancelled. */
export function StateReasonAlert({ rollout }: { readonly rollout: Rollout }) {
  const reason = stateReason(rollout);
  if (!reason || (rollout.state !== 'Paused' && rollout.state !== 'Cancelled')) return null;
  if (!reason.gate) return <OtherReason state={rollout.state} reason={reason} />;
  return (
    <Alert type="warning" header={TITLES[reason.gate]}>
      <GateFindings reason={reason} />
    </Alert>
  );
}

/** A reason that no gate has found: a user's, or one of the service. */
function OtherReason({ state, reason: { reason, counts, at } }: { state: string; reason: StateReason }) {
  if (reason === 'not_reversible' && counts)
    return (
      <Alert type="warning" header="Too many devices could not be rolled back, so this rollout was paused">
        For {counts['not_reversible']} of {counts['bound']} devices there is no file of the version that they
        run now. Resume to go on without a way back for them. <Time at={at ?? null} />
      </Alert>
    );
  if (reason === 'release_withdrawn')
    return (
      <Alert type="warning" header="Its release was withdrawn, so this rollout was paused">
        Resume to go on with it all the same. <Time at={at ?? null} />
      </Alert>
    );
  return (
    <Alert type="info" header={`${state} by a user`}>
      {reason ?? 'No reason was given.'} <Time at={at ?? null} />
    </Alert>
  );
}

/** What a gate found: the counts that it compared, and some of the devices. */
function GateFindings({ reason }: { reason: StateReason }) {
  const { stage, part, examples = [], at } = reason;
  return (
    <SpaceBetween size="xs">
      <div>
        Stage {stage}
        {part ? `, part ${part}` : ''}: {findings(reason)} <Time at={at ?? null} />
      </div>
      {examples.length > 0 && <div className="wrap-anywhere">{examples.map(exampleText).join('; ')}</div>}
    </SpaceBetween>
  );
}

function findings(reason: StateReason): string {
  const { gate, counts = {}, limit } = reason;
  if (gate === 'health_gate') return healthFindings(reason);
  if (gate === 'failure_gate') return failureFindings(reason);
  if (gate === 'delivery_gate')
    return `${counts['failed']} of ${counts['tried']} devices did not get the firmware; the limit is ${limit} %.`;
  const all = Object.entries(counts).map(([name, count]) => `${name.replaceAll('_', ' ')} ${count}`);
  return `${all.join(', ')}.`;
}
