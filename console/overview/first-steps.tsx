import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ReactNode } from 'react';
import { api } from '../api/client';
import { poll } from '../api/polling';
import { useRights } from '../app/me';
import { RouteLink } from '../components/route-link';

const FIRST = { params: { query: { per_page: 1 } } } as const;

/** What leads an organisation without devices to its first ones; nothing once all of it is done. */
export function FirstSteps() {
  const rights = useRights();
  const networks = api.useQuery('get', '/v1/networks', FIRST, poll).data?.data.networks;
  const found = api.useQuery('get', '/v1/devices', FIRST, poll).data;
  // The operation can also answer with a file.
  const devices = typeof found === 'string' ? undefined : found?.data.devices;
  const network = networks?.[0];
  const request = { params: { query: { network_id: network?.id ?? 0 } } };
  const listed = api.useQuery('get', '/v1/network_ssids', request, { ...poll, enabled: !!network }).data;
  const ssids = listed?.data.network_ssids;
  if (!networks || !devices || (network && !ssids)) return null;
  const steps = [
    {
      isDone: network !== undefined,
      what: 'Create a network',
      how: rights.administer_all ? (
        <>
          A network is a site with its devices. <RouteLink to="/networks">Create the first one</RouteLink>.
        </>
      ) : (
        'An administrator of all networks creates it.'
      ),
    },
    {
      isDone: network !== undefined && ssids !== undefined && ssids.length > 0,
      what: 'Create an SSID',
      how: network ? (
        <>
          The access points of a network have its SSIDs.{' '}
          <RouteLink to={`/networks/${network.id}/ssids/new`}>Create one in {network.network_name}</RouteLink>
          .
        </>
      ) : (
        'It belongs to a network.'
      ),
    },
    { isDone: devices.length > 0, what: 'Add a device', how: <AddDevice /> },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <Container header={<Header variant="h2">First steps</Header>}>
      <ol className="plain-list">
        {steps.map((step) => (
          <Step key={step.what} {...step} />
        ))}
      </ol>
    </Container>
  );
}

function AddDevice() {
  const { enrol, manage_inventory: managesInventory } = useRights();
  if (!managesInventory) return <>A user who manages the inventory adds devices.</>;
  return (
    <>
      {enrol && (
        <>
          <RouteLink to="/enrolment?tab=tokens">Run a command on the device</RouteLink>, which enrols it.{' '}
        </>
      )}
      <RouteLink to="/devices/import">Read a list from a file</RouteLink>, or{' '}
      <RouteLink to="/devices">enter serial numbers</RouteLink>.
    </>
  );
}

interface StepProps {
  readonly isDone: boolean;
  readonly what: string;
  /** What to do. */
  readonly how: ReactNode;
}

function Step({ isDone, what, how }: StepProps) {
  return (
    <li>
      <StatusIndicator type={isDone ? 'success' : 'pending'}>
        {what}: {isDone ? 'done' : 'to do'}
      </StatusIndicator>
      {!isDone && <div>{how}</div>}
    </li>
  );
}
