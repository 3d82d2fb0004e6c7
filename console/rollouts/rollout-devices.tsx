import { useState } from 'react';
import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { pollList } from '../api/polling';
import { ListPage, type Column } from '../list/list-page';
import { numberOf, pageOf, useListSearch } from '../list/list-search';
import { useMayChange } from '../app/me';
import { lazyPart } from '../components/lazy-part';
import { RowButton } from '../components/row-button';
import { isBegun } from '../devices/begun';
import { CAUSES } from './health/causes';
import type { Rollout } from './rollout';
import { useSickLooks } from './health/sick-looks';
import { SIGNS } from './health/signs';

const AbandonUpgradeDialog = lazyPart(
  async () => (await import('../devices/abandon-upgrade-dialog')).AbandonUpgradeDialog,
);

type RolloutDevice = Schema<'RolloutDevice'>;

/** Every status, in the order of the filter. */
const STATUSES = {
  Pending: true,
  Queued: true,
  Downloading: true,
  Installing: true,
  Verifying: true,
  Success: true,
  Failed: true,
  Expired: true,
  Skipped: true,
  Cancelled: true,
} satisfies Record<RolloutDevice['status'], true>;

/** The columns, with the signs by upgrade of devices that the last look at their part found sick. */
const columnsWith = (signs: ReadonlyMap<number, string>): readonly Column<RolloutDevice>[] => [
  { id: 'mac', header: 'MAC', isRowHeader: true, cell: ({ mac_id: mac }) => mac },
  { id: 'stage', header: 'Stage', cell: ({ stage }) => stage },
  {
    id: 'status',
    header: 'Status',
    cell: ({ upgrade_id: upgrade, status }) => {
      const sign = signs.get(upgrade);
      if (sign === undefined || status === 'Failed') return status;
      return `${status}, but sick at the last look: ${SIGNS[sign]?.one ?? 'is not well'}`;
    },
  },
  { id: 'cause', header: 'Cause', cell: ({ cause }) => (cause === null ? '–' : CAUSES[cause]) },
  { id: 'part', header: 'Part', cell: ({ part_number: part }) => part },
  { id: 'previous', header: 'Version before', cell: ({ previous_version: version }) => version ?? '–' },
  { id: 'abandon', header: 'Give up', cell: (device) => <AbandonButton device={device} /> },
];

/** Gives up the upgrade of a row. */
function AbandonButton({ device }: { readonly device: RolloutDevice }) {
  const { upgrade_id: id, mac_id: mac, network_id: networkId, status } = device;
  const [isOpen, setIsOpen] = useState(false);
  const mayChange = useMayChange(networkId);
  if (!mayChange || (!isBegun(status) && !isOpen)) return null;
  return (
    <>
      <RowButton
        verb="Give up"
        of={`the upgrade of ${mac}`}
        onClick={() => {
          setIsOpen(true);
        }}
      />
      {isOpen && (
        <AbandonUpgradeDialog
          upgrade={{ id, name: `the upgrade of ${mac}` }}
          onClose={() => {
            setIsOpen(false);
          }}
        />
      )}
    </>
  );
}

/** The devices of a rollout, by stage, status, cause and part. */
export function RolloutDevices({ rollout }: { readonly rollout: Rollout }) {
  const { id } = rollout;
  const sick = useSickLooks(rollout).flatMap((look) => look.sick);
  const signs = new Map(sick.map(({ upgrade_id: upgrade, sign }) => [upgrade, sign]));
  const list = useListSearch<'stage' | 'status' | 'cause' | 'part'>();
  const { stage, status, cause, part } = list.search;
  const filters = { stage: numberOf(stage), status, cause, part, ...pageOf(list.search) };
  const request = { params: { path: { id }, query: filters as object } };
  const { data, ...query } = api.useQuery('get', '/v1/rollouts/{id}/devices', request, pollList);
  return (
    <ListPage
      title="Devices of the rollout"
      headingTag="h2"
      query={{ ...query, items: data?.data.devices, ...data?.meta }}
      columns={columnsWith(signs)}
      rowKey={({ upgrade_id: upgrade }) => String(upgrade)}
      list={list}
      filters={[
        { name: 'stage', label: 'Stage' },
        { name: 'status', label: 'Status', options: Object.keys(STATUSES).map((value) => ({ value })) },
        {
          name: 'cause',
          label: 'Cause',
          options: Object.entries(CAUSES).map(([value, label]) => ({ value, label })),
        },
        { name: 'part', label: 'Part' },
      ]}
      empty="Devices are listed once the first stage has started."
    />
  );
}
