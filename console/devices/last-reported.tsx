import Box from '@cloudscape-design/components/box';
import type { ReactNode } from 'react';
import { Ago } from '../components/time';
import type { DeviceDetail } from './device';

interface LastReportedProps {
  readonly device: Pick<DeviceDetail, 'state' | 'last_heard_at'>;
  readonly children: ReactNode;
}

/** A value that changes from minute to minute: grey and with its age while the device is down. */
export function LastReported({ device: { state, last_heard_at: at }, children }: LastReportedProps) {
  if (state !== 'down' || children === '–') return children;
  return (
    <Box color="text-body-secondary">
      {children}, reported <Ago at={at} />
    </Box>
  );
}
