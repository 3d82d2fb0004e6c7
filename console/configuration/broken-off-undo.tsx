import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ReactNode } from 'react';
import type { ApiError } from '../api/api-error';
import type { Undo } from './configuration';
import type { UndoStep } from './send-undo';
import { RadiosLink, SsidLink, UndoHint } from './undo-hint';

interface BrokenOffUndoProps {
  readonly steps: readonly UndoStep[];
  /** What leads back now; null where the page shows it elsewhere. */
  readonly undo: Undo | null;
  readonly networkId: number;
  /** Undoes the rest, for users who may. */
  readonly action: ReactNode;
}

/** What an undo that broke off has set back and what not, why, and what is left to set back now. */
export function BrokenOffUndo({ steps, undo, networkId, action }: BrokenOffUndoProps) {
  return (
    <div role="alert">
      <Alert type="error" header="The undo is incomplete" action={action}>
        <SpaceBetween size="xs">
          <ul className="plain-list">
            {steps.map((step) => (
              <li key={step.ssidId ?? 'radio'}>
                <Step step={step} networkId={networkId} />
              </li>
            ))}
          </ul>
          {undo && <UndoHint undo={undo} networkId={networkId} />}
        </SpaceBetween>
      </Alert>
    </div>
  );
}

/** Whether an undo that broke off has left something that still differs from its former settings. */
export function isUnfinished(steps: readonly UndoStep[], undo: Undo | null): boolean {
  const left = steps.filter(({ result }) => result !== 'set back').map(({ ssidId }) => ssidId);
  if (undo?.radio && left.includes(null)) return true;
  const differing = [...(undo?.ssids ?? []), ...(undo?.by_hand ?? [])];
  return differing.some(({ ssid_id: id }) => id !== null && left.includes(id));
}

function Step({ step: { ssidId, result, error }, networkId }: { step: UndoStep; networkId: number }) {
  const what =
    ssidId === null ? (
      <>
        The <RadiosLink networkId={networkId} />
      </>
    ) : (
      <SsidLink id={ssidId} networkId={networkId} />
    );
  const was = ssidId === null ? 'were' : 'was';
  const reason = error ? reasonOf(error) : 'the undo ended before it';
  switch (result) {
    case 'set back':
      return (
        <StatusIndicator type="success">
          {what} {was} set back
        </StatusIndicator>
      );
    case 'left':
      return (
        <StatusIndicator type="error">
          {what} {was} not set back: {reason}
        </StatusIndicator>
      );
    case 'unknown':
      return (
        <StatusIndicator type="warning">
          {what} may have been set back or not: {reason}
        </StatusIndicator>
      );
  }
}

/** The message of a refusal, with what it says of the fields. */
function reasonOf({ message, faults }: ApiError): string {
  return [message, ...faults.map(({ path, msg }) => `${path} ${msg}`)].join('; ');
}
