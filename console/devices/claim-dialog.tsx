import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import { api } from '../api/client';
import { useRights } from '../app/me';
import { ConfirmDialog } from '../components/confirm-dialog';
import { deviceCount } from '../components/device-count';
import { DoneDialog } from '../components/done-dialog';
import { AreaField, SelectField, useForm } from '../components/form';
import { RouteLink } from '../components/route-link';
import { useOwnNetworkOptions } from '../pickers/pickers';
import { claimOf, entriesIn, type BuiltDevice, type ClaimLine } from './claim';

/** The most that the service looks up in one request of this dialog. */
const MAX_ENTRIES = 200;

/** Adds new devices to the inventory and to a network: looks them up, shows which they are, and then claims them. */
export function ClaimDialog({ onClose }: { readonly onClose: () => void }) {
  const [checked, setChecked] = useState<string | null>(null);
  const { mutate, isPending, error, data: added } = api.useMutation('post', '/v1/access_points/provisioning');
  const form = useForm({ devices: '', network: '' }, error);
  const { devices: text, network } = form.values;
  const { macs, serials } = entriesIn(text);
  const count = macs.length + serials.length;
  const isChecked = checked === text;
  const lookUp = useBuiltDevices(serials, isChecked);
  const claim = isChecked && lookUp.data ? claimOf(macs, serials, lookUp.data) : null;
  const networks = useOwnNetworkOptions();
  const { enrol } = useRights();
  if (added) return <Added devices={added.devices} onClose={onClose} />;
  return (
    <ConfirmDialog
      title="Add devices"
      action={claim ? `Add ${deviceCount(claim.macs.length)}` : 'Check'}
      isBusy={isPending || (isChecked && lookUp.isFetching)}
      isDisabled={network === '' || count === 0 || count > MAX_ENTRIES || claim?.macs.length === 0}
      error={error ?? lookUp.error}
      onConfirm={() => {
        if (claim) mutate({ body: { mac_id: claim.macs.join(','), network_id: network } });
        else if (isChecked) void lookUp.refetch();
        else setChecked(text);
      }}
      onClose={onClose}
    >
      <AreaField
        form={form}
        name="devices"
        label="Serial numbers or MAC addresses"
        description={`One on each line, or separated by commas or semicolons; at most ${MAX_ENTRIES}`}
      />
      <SelectField form={form} name="network" label="Network" options={networks} />
      {claim && <Lines lines={claim.lines} />}
      <div>
        A list of many devices can also be <RouteLink to="/devices/import">read from a file</RouteLink>.
      </div>
      {enrol && (
        <div>
          Devices with the agent can also <RouteLink to="/enrolment?tab=tokens">enrol themselves</RouteLink>;
          some may <RouteLink to="/enrolment">wait for an approval</RouteLink>, and so do devices that have
          connected with a certificate of your authority.
        </div>
      )}
    </ConfirmDialog>
  );
}

/** The records of the manufacturer's list with these serial numbers; none are asked for without a serial number. */
function useBuiltDevices(serials: readonly string[], isAsked: boolean) {
  const query = api.useQuery(
    'get',
    '/v1/access_points/get_devices_from_serial',
    { params: { query: { serial: serials.join(',') } } },
    { enabled: isAsked && serials.length > 0 },
  );
  const data: readonly BuiltDevice[] | undefined = serials.length === 0 ? [] : query.data?.data.devices;
  return { ...query, data };
}

function Lines({ lines }: { lines: readonly ClaimLine[] }) {
  return (
    <ul className="plain-list" aria-label="Devices found">
      {lines.map(({ entry, about, isClaimable }) => (
        <li key={`${entry} ${about}`}>
          <StatusIndicator type={isClaimable ? 'success' : 'error'}>
            {entry}: {about}
          </StatusIndicator>
        </li>
      ))}
    </ul>
  );
}

interface AddedProps {
  readonly devices: readonly { readonly id: number; readonly name: string; readonly mac_id: string }[];
  readonly onClose: () => void;
}

function Added({ devices, onClose }: AddedProps) {
  return (
    <DoneDialog title={`${deviceCount(devices.length)} added`} onClose={onClose}>
      <ul className="plain-list">
        {devices.map(({ id, name, mac_id: mac }) => (
          <li key={id}>
            <RouteLink to={`/devices/${id}`}>{name || mac}</RouteLink>
          </li>
        ))}
      </ul>
    </DoneDialog>
  );
}
