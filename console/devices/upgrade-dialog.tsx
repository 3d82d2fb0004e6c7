import { api } from '../api/client';
import { ConfirmDialog } from '../components/confirm-dialog';
import { deviceCount } from '../components/device-count';
import { CheckField, SelectField, TextField, useForm } from '../components/form';
import { OWN_ZONE, ZONES } from '../components/time-zone';
import { useIsUnreleased, useVersions } from '../rollouts/releases';
import { BULK_ACTIONS } from './bulk-action';
import { useBulkChange, type BulkParams } from './bulk-change';
import { selectedDevices, typedFor, type DeviceSelection } from './selection';

const NEWEST_FIRST = { params: { query: { sort: '-version' } } } as const;
const NOW = {
  /** Empty for the latest release. */
  version: '',
  /** Empty for at once. */
  startAt: '',
  timeZone: OWN_ZONE,
  savePrevConfig: false,
};

interface UpgradeDialogProps {
  readonly selection: DeviceSelection;
  readonly onClose: () => void;
}

/** Asks for the version and the start of an upgrade of the selected devices. */
export function UpgradeDialog({ selection, onClose }: UpgradeDialogProps) {
  const { start, isPending, error } = useBulkChange('upgrade', selection);
  const form = useForm(NOW, error);
  const { latest, options } = useVersions();
  const { values } = form;
  const version = values.version || latest;
  return (
    <ConfirmDialog
      title={`Upgrade: ${selectedDevices(selection)}`}
      action="Upgrade"
      typed={typedFor(selection, useIsUnreleased(version))}
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        start(paramsOf({ ...values, version }));
      }}
      onClose={onClose}
    >
      {BULK_ACTIONS.upgrade.effect}
      <SelectField form={form} name="version" path="params.version" label="Version" options={options} />
      <LeftOut version={version} selection={selection} />
      <TextField
        form={form}
        name="startAt"
        path="params.schedule_at"
        label="Start"
        description={`Empty: at once. Otherwise YYYY-MM-DD HH:MM, in ${values.timeZone}`}
        placeholder="YYYY-MM-DD HH:MM"
      />
      <SelectField form={form} name="timeZone" path="params.time_zone" label="Time zone" options={ZONES} />
      <CheckField form={form} name="savePrevConfig" label="Devices keep their previous configuration" />
    </ConfirmDialog>
  );
}

/** The version is the one that the user has seen, also when a newer one is released meanwhile. */
function paramsOf({ version, startAt, timeZone, savePrevConfig }: typeof NOW): BulkParams {
  const time = startAt === '' ? {} : { schedule_at: startAt };
  return {
    version,
    upgrade_type: 'manual',
    schedule_type: startAt === '' ? 'now' : 'later',
    ...time,
    time_zone: timeZone,
    save_prev_config: savePrevConfig,
  };
}

/** Devices of a part without a file in the release are skipped; those that match a filter are not counted by part. */
function LeftOut({ version, selection }: { version: string; selection: DeviceSelection }) {
  const { data } = api.useQuery('get', '/v1/firmware_releases', NEWEST_FIRST);
  const named = data?.data.firmware_releases.filter((release) => release.version === version) ?? [];
  // The service prefers a release of the organisation too.
  const release = named.find(({ organisation_id: organisation }) => organisation !== null) ?? named[0];
  if (!release) return null;
  const parts = release.urls.map(({ part_number: part }) => part);
  const skipped = selection.devices.filter(({ part_number: part }) => !parts.includes(part)).length;
  return (
    <div role="status">
      {version} has files for {parts.join(', ')}.{' '}
      {selection.stored
        ? 'Devices of other parts are skipped, and listed afterwards.'
        : skipped === 0
          ? 'No device of the selection is skipped.'
          : `${deviceCount(skipped)} of the selection will be skipped, without a file for the part.`}
    </div>
  );
}
