import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import Table from '@cloudscape-design/components/table';
import { useState } from 'react';
import { api } from '../api/client';
import { poll } from '../api/polling';
import { useRights } from '../app/me';
import { lazyPart } from '../components/lazy-part';
import { QueryView } from '../components/query-view';
import { useRemovalFocus } from '../components/removal-focus';
import { RowButton } from '../components/row-button';
import { Time } from '../components/time';
import { targetsOf, titleOf, type Schedule } from './schedule';

const CancelDialog = lazyPart(async () => (await import('./cancel-dialog')).CancelDialog);

/** The schedules of upgrades outside of rollouts: those that are due next, and those that ran lately. */
export function Schedules() {
  const query = api.useQuery('get', '/upgrades/schedules.json', {}, poll);
  return (
    <QueryView query={query} what="schedules">
      {({ data: { schedules } }) => <ScheduleTable schedules={schedules} />}
    </QueryView>
  );
}

function ScheduleTable({ schedules }: { schedules: readonly Schedule[] }) {
  const [cancelled, setCancelled] = useState<Schedule | null>(null);
  const { list, removing } = useRemovalFocus('Cancel', schedules.length, cancelled !== null);
  const { change } = useRights();
  return (
    <div ref={list}>
      <Table<Schedule>
        variant="container"
        wrapLines
        trackBy={({ id }) => String(id)}
        items={schedules}
        ariaLabels={{ tableLabel: 'Schedules' }}
        header={
          <Header variant="h2" description="Upgrades outside of rollouts that are due next or ran lately.">
            Schedules
          </Header>
        }
        empty={<Box textAlign="center">No upgrade is scheduled outside of a rollout.</Box>}
        columnDefinitions={[
          { id: 'targets', header: 'Devices, networks and tags', isRowHeader: true, cell: targetsOf },
          { id: 'version', header: 'Version', cell: ({ version }) => version },
          { id: 'start', header: 'Start', cell: ({ due_at: at }) => <Time at={at} /> },
          { id: 'upgrades', header: 'Upgrades', cell: upgradesOf },
          {
            id: 'cancel',
            header: 'Cancel',
            cell: (schedule) =>
              change &&
              !schedule.released && (
                <RowButton
                  verb="Cancel"
                  of={titleOf(schedule)}
                  onClick={() => {
                    removing(schedules.filter(({ released }) => !released).indexOf(schedule));
                    setCancelled(schedule);
                  }}
                />
              ),
          },
        ]}
      />
      {cancelled && (
        <CancelDialog
          schedule={cancelled}
          onClose={() => {
            setCancelled(null);
          }}
        />
      )}
    </div>
  );
}

function upgradesOf({ counts, released }: Schedule): string {
  const parts = Object.entries(counts).map(([status, count]) => `${status} ${count.toLocaleString()}`);
  return parts.join(' · ') || (released ? 'None' : 'Created at the start');
}
