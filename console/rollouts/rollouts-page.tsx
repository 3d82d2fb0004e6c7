import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useRights } from '../app/me';
import { lazyPart } from '../components/lazy-part';
import { ListPage, type Column } from '../list/list-page';
import { useListSearch } from '../list/list-search';
import { RouteLink, useGoTo } from '../components/route-link';
import { Time } from '../components/time';
import { successText } from './states';
import { ROLLOUT_STATES, STATE_TYPES, useRollouts, type Rollout } from './rollout';

const Schedules = lazyPart(async () => (await import('../schedules/schedules')).Schedules);

const COLUMNS: readonly Column<Rollout>[] = [
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    cell: ({ id, name }) => <RouteLink to={`/rollouts/${id}`}>{name}</RouteLink>,
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => (
      <StatusIndicator type={STATE_TYPES[state]} wrapText={false}>
        {state}
      </StatusIndicator>
    ),
  },
  { id: 'version', header: 'Version', cell: ({ version }) => version },
  {
    id: 'stage',
    header: 'Stage',
    cell: ({ current_stage: n, stages }) => (n === null ? '–' : `${n} of ${stages.length}`),
  },
  { id: 'devices', header: 'Devices', cell: ({ progress }) => progress?.devices.toLocaleString() ?? '–' },
  {
    id: 'success',
    header: 'Success',
    cell: ({ progress }) => (progress ? successText(progress.success, progress.sick.success) : '–'),
  },
  { id: 'failed', header: 'Failed', cell: ({ progress }) => progress?.failed.toLocaleString() ?? '–' },
  { id: 'created', header: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
];

/** The list of rollouts, newest first, and the schedules beside them. */
export function RolloutsPage() {
  const list = useListSearch<'state'>();
  const { data, ...query } = useRollouts(list.search);
  const { change } = useRights();
  const goTo = useGoTo();
  const create = change && (
    <Button
      variant="primary"
      onClick={() => {
        goTo('/rollouts/new');
      }}
    >
      Create rollout
    </Button>
  );
  return (
    <SpaceBetween size="l">
      <ListPage
        title="Rollouts"
        description="Upgrades of many devices in stages, with gates that pause them when upgraded devices fail."
        query={{ ...query, items: data?.data.rollouts, ...data?.meta }}
        columns={COLUMNS}
        rowKey={({ id }) => String(id)}
        list={list}
        filters={[{ name: 'state', label: 'State', options: ROLLOUT_STATES.map((value) => ({ value })) }]}
        actions={create}
        empty="There is no rollout yet. A rollout upgrades devices in stages."
      />
      <Schedules />
    </SpaceBetween>
  );
}
