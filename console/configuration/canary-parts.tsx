import Header from '@cloudscape-design/components/header';
import Table from '@cloudscape-design/components/table';
import { Time } from '../components/time';
import type { CanaryPart } from './configuration';
import { DeviceLink } from './device-link';

/** How far the last change has come on the first device of each hardware part; nothing when none is tested. */
export function CanaryParts({ parts }: { readonly parts: readonly CanaryPart[] }) {
  if (parts.length === 0) return null;
  const time = (field: 'claimed_at' | 'fetched_at' | 'applied_at' | 'passed_at') => (part: CanaryPart) => (
    <Time at={part[field]} />
  );
  return (
    <Table<CanaryPart>
      variant="embedded"
      items={parts}
      trackBy="part_number"
      ariaLabels={{ tableLabel: 'First devices' }}
      header={
        <Header
          variant="h2"
          counter={`(${parts.length})`}
          description="The other devices of a hardware part get the change when its first device has passed"
        >
          First devices
        </Header>
      }
      columnDefinitions={[
        { id: 'part', header: 'Hardware part', isRowHeader: true, cell: ({ part_number: part }) => part },
        { id: 'device', header: 'Device', cell: ({ device_id: device }) => <DeviceLink id={device} /> },
        { id: 'tries', header: 'Attempt', cell: ({ tries }) => tries.toLocaleString() },
        { id: 'claimed', header: 'Chosen', cell: time('claimed_at') },
        { id: 'fetched', header: 'Fetched', cell: time('fetched_at') },
        { id: 'applied', header: 'Applied', cell: time('applied_at') },
        { id: 'passed', header: 'Passed', cell: time('passed_at') },
      ]}
    />
  );
}
