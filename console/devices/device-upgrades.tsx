import Box from '@cloudscape-design/components/box';
import Table from '@cloudscape-design/components/table';
import { useState } from 'react';
import { useMayChange } from '../app/me';
import { lazyPart } from '../components/lazy-part';
import { QueryView } from '../components/query-view';
import { useRemovalFocus } from '../components/removal-focus';
import { RowButton } from '../components/row-button';
import { Ago, Time } from '../components/time';
import { isBegun } from './begun';
import type { DeviceDetail } from './device';
import { FailureReason, isOf, useDeviceUpgrades, type ListedUpgrade as Upgrade } from './last-upgrade';

const CancelUpgradeDialog = lazyPart(
  async () => (await import('./cancel-upgrade-dialog')).CancelUpgradeDialog,
);

const AbandonUpgradeDialog = lazyPart(
  async () => (await import('./abandon-upgrade-dialog')).AbandonUpgradeDialog,
);

interface DeviceUpgradesProps {
  readonly device: Pick<DeviceDetail, 'id' | 'mac_id' | 'network_id'>;
}

/** The last upgrades of a device, newest first. */
export function DeviceUpgrades({ device }: DeviceUpgradesProps) {
  return (
    <QueryView query={useDeviceUpgrades(device)} what="upgrades">
      {({ data }) => <UpgradeTable upgrades={data.filter(isOf(device))} networkId={device.network_id} />}
    </QueryView>
  );
}

interface UpgradeTableProps {
  readonly upgrades: readonly Upgrade[];
  readonly networkId: number | null;
}

function UpgradeTable({ upgrades, networkId }: UpgradeTableProps) {
  const [cancelled, setCancelled] = useState<Upgrade | null>(null);
  const [abandoned, setAbandoned] = useState<Upgrade | null>(null);
  const mayChange = useMayChange(networkId);
  const pending = upgrades.filter(({ status }) => status === 'Pending');
  const { list, removing } = useRemovalFocus('Cancel', pending.length, cancelled !== null);
  return (
    <div ref={list}>
      <Table<Upgrade>
        variant="embedded"
        wrapLines
        trackBy={({ id }) => String(id)}
        items={upgrades}
        ariaLabels={{ tableLabel: 'Upgrades' }}
        empty={<Box textAlign="center">This device has had no upgrade.</Box>}
        columnDefinitions={[
          { id: 'version', header: 'Version', isRowHeader: true, cell: ({ version }) => version },
          {
            id: 'status',
            header: 'Status',
            cell: ({ id, status }) =>
              status === 'Failed' ? (
                <>
                  Failed: <FailureReason id={id} />
                </>
              ) : (
                status
              ),
          },
          {
            id: 'start',
            header: 'Start',
            cell: ({ schedule_at: at, time_zone: zone }) =>
              at === null ? 'At once' : <Time at={at} siteZone={zone} />,
          },
          { id: 'created', header: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
          { id: 'updated', header: 'Last change', cell: ({ updated_at: at }) => <Ago at={at} /> },
          {
            id: 'cancel',
            header: 'Cancel',
            cell: (upgrade) =>
              mayChange && (
                <>
                  {upgrade.status === 'Pending' && (
                    <RowButton
                      verb="Cancel"
                      of={`the upgrade to ${upgrade.version}`}
                      onClick={() => {
                        removing(pending.indexOf(upgrade));
                        setCancelled(upgrade);
                      }}
                    />
                  )}
                  {isBegun(upgrade.status) && (
                    <RowButton
                      verb="Give up"
                      of={`the upgrade to ${upgrade.version}`}
                      onClick={() => {
                        setAbandoned(upgrade);
                      }}
                    />
                  )}
                </>
              ),
          },
        ]}
      />
      {abandoned && (
        <AbandonUpgradeDialog
          upgrade={{ id: abandoned.id, name: `the upgrade to ${abandoned.version}` }}
          onClose={() => {
            setAbandoned(null);
          }}
        />
      )}
      {cancelled && (
        <CancelUpgradeDialog
          upgrade={cancelled}
          onClose={() => {
            setCancelled(null);
          }}
        />
      )}
    </div>
  );
}
