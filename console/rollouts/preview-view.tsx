import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import Table from '@cloudscape-design/components/table';
import type { Schema } from '../api/answer';
import { deviceCount } from '../components/device-count';
import { ErrorBar } from '../components/error-bar';
import { Time } from '../components/time';

export type Preview = Schema<'RolloutPreview'>['data']['preview'];

const REASONS = {
  on_version: 'They already run this version',
  no_firmware: 'The release has no file for their part',
  release_gone: 'Their previous release, or its file, is gone',
} as const;

/** How many devices a rollout will upgrade and when, and which it will skip and why. */
export function PreviewView({
  preview,
  error,
}: {
  readonly preview: Preview | undefined;
  readonly error: unknown;
}) {
  if (preview?.state !== 'ready')
    return error ? (
      <ErrorBar error={error} />
    ) : (
      <Box>
        <Spinner /> Counting the devices
      </Box>
    );
  const { totals, by_part: parts, by_version: versions } = preview;
  const count = (value = 0): string => value.toLocaleString();
  return (
    <SpaceBetween size="l">
      <Container
        header={<Header variant="h2">{deviceCount(totals?.to_upgrade ?? 0)} will be upgraded</Header>}
      >
        <KeyValuePairs
          columns={4}
          items={[
            { label: 'Targeted', value: count(totals?.targeted) },
            { label: 'Offline now', value: count(totals?.offline) },
            { label: 'With a pending upgrade, which this replaces', value: count(totals?.other_pending) },
            { label: 'Could not be rolled back', value: count(totals?.not_reversible) },
            { label: 'Expected end', value: <Time at={preview.ends_at} /> },
          ]}
        />
      </Container>
      <Skipped skipped={preview.skipped ?? []} />
      <StageTimes stages={preview.stages ?? []} />
      <div className="side-by-side">
        <Groups
          title="By part"
          groups={(parts?.largest ?? []).map((each) => [each.part, each.count])}
          rest={parts?.rest}
        />
        <Groups
          title="By version now"
          groups={(versions?.largest ?? []).map((each) => [each.version || 'Unknown', each.count])}
          rest={versions?.rest}
        />
      </div>
    </SpaceBetween>
  );
}

function Skipped({ skipped }: { skipped: NonNullable<Preview['skipped']> }) {
  const shown = skipped.filter(({ count }) => count > 0);
  if (shown.length === 0) return <Box>No targeted device is skipped.</Box>;
  return (
    <Table
      header={<Header variant="h2">Skipped devices</Header>}
      ariaLabels={{ tableLabel: 'Skipped devices' }}
      items={shown}
      columnDefinitions={[
        { id: 'reason', header: 'Why', isRowHeader: true, cell: ({ reason }) => REASONS[reason] },
        { id: 'count', header: 'Devices', cell: ({ count }) => count.toLocaleString() },
        { id: 'macs', header: 'For example', cell: ({ mac_ids: macs }) => macs.slice(0, 5).join(', ') },
      ]}
    />
  );
}

function StageTimes({ stages }: { stages: NonNullable<Preview['stages']> }) {
  return (
    <Table
      header={<Header variant="h2">Stages</Header>}
      ariaLabels={{ tableLabel: 'Stages' }}
      items={stages.map((stage, index) => ({ ...stage, n: index + 1 }))}
      columnDefinitions={[
        { id: 'n', header: 'Stage', isRowHeader: true, cell: ({ n }) => n },
        { id: 'devices', header: 'Devices', cell: ({ devices }) => devices.toLocaleString() },
        { id: 'offline', header: 'Offline now', cell: ({ offline }) => offline.toLocaleString() },
        { id: 'starts', header: 'Starts', cell: ({ starts_at: at }) => <Time at={at} /> },
        { id: 'ends', header: 'Ends', cell: ({ ends_at: at }) => <Time at={at} /> },
      ]}
    />
  );
}

interface GroupsProps {
  readonly title: string;
  readonly groups: readonly (readonly [name: string, count: number])[];
  readonly rest: number | undefined;
}

function Groups({ title, groups, rest = 0 }: GroupsProps) {
  const all = rest > 0 ? [...groups, ['Others', rest] as const] : groups;
  return (
    <Table
      header={<Header variant="h2">{title}</Header>}
      ariaLabels={{ tableLabel: title }}
      items={all}
      columnDefinitions={[
        { id: 'name', header: title.replace('By ', ''), isRowHeader: true, cell: ([name]) => name },
        { id: 'count', header: 'Devices', cell: ([, count]) => count.toLocaleString() },
      ]}
    />
  );
}
