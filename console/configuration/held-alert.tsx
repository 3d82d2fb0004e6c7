import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { RouteLink } from '../components/route-link';
import { Time } from '../components/time';
import { HOLD_CODES, type Hold, type Undo } from './configuration';
import { DeviceLink } from './device-link';
import { UndoHint } from './undo-hint';

interface HeldAlertProps {
  readonly hold: Hold;
  readonly undo: Undo | null;
  readonly networkId: number;
  /** Undoes the change or lets it go on, for users who may. */
  readonly action: ReactNode;
}

/** Why a change of a network goes to no other device, since when, and what ends that. */
export function HeldAlert({ hold, undo, networkId, action }: HeldAlertProps) {
  return (
    <Alert type="warning" header="The last change is held" action={action}>
      <SpaceBetween size="xs">
        <div>
          <Reason hold={hold} networkId={networkId} /> Held since <Time at={hold.at} />: no other device gets
          the change, and devices that run it keep it.
        </div>
        {undo && <UndoHint undo={undo} networkId={networkId} />}
        <div>
          Any edit of <RouteLink to={`/networks/${networkId}?tab=ssids`}>the SSIDs</RouteLink> ends the hold.
          A retry tests the same change again.
        </div>
      </SpaceBetween>
    </Alert>
  );
}

function Reason({ hold, networkId }: Pick<HeldAlertProps, 'hold' | 'networkId'>) {
  const { reason, part_number: part, device_id: device, code, ssid_id: ssid } = hold;
  const devices = `/devices?network_id=${networkId}&configuration=`;
  switch (reason) {
    case 'canary':
      return (
        <>
          <DeviceLink id={device} />, the first device of {part} to get the change, has refused it
          {code && ` with the error “${code}”: ${HOLD_CODES[code]}`}
          {ssid !== null && (
            <>
              : <RouteLink to={`/networks/${networkId}/ssids/${ssid}`}>SSID {ssid}</RouteLink>
            </>
          )}
          .
        </>
      );
    case 'canary_silent':
      return (
        <>
          Three times in a row, a device of {part} was to get the change first and has not fetched it
          {device !== null && (
            <>
              , at last <DeviceLink id={device} />
            </>
          )}
          .
        </>
      );
    case 'canary_lost':
      return (
        <>
          <DeviceLink id={device} />, the first device of {part} to get the change, has fetched it and has not
          said in time that it runs it. The hold ends by itself when the device reports that it does.
        </>
      );
    case 'failures':
      return (
        <>
          As many devices have refused the change as the settings allow: see those that{' '}
          <RouteLink to={`${devices}failed`}>failed</RouteLink> and those that{' '}
          <RouteLink to={`${devices}rolled_back`}>rolled back</RouteLink>.
        </>
      );
  }
}
