import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useParams } from '@tanstack/react-router';
import { useMayChange, useRights } from '../app/me';
import { DialogButton } from '../components/dialog-button';
import { lazyPart } from '../components/lazy-part';
import { QueryView } from '../components/query-view';
import { RouteLink } from '../components/route-link';
import { UrlTabs } from '../components/url-tabs';
import { windowText } from '../windows/window-text';
import { upShare, useNetwork, type NetworkDetail } from './network';

const NetworkSsids = lazyPart(async () => (await import('./network-ssids')).NetworkSsids);
const NetworkForm = lazyPart(async () => (await import('./network-form')).NetworkForm);
const NetworkConfigurationTab = lazyPart(
  async () => (await import('../configuration/network-configuration-tab')).NetworkConfigurationTab,
);
const NetworkClients = lazyPart(async () => (await import('./network-clients')).NetworkClients);
const NetworkRadios = lazyPart(async () => (await import('../radios/network-radios')).NetworkRadios);
const DeleteNetworkDialog = lazyPart(async () => (await import('./network-dialogs')).DeleteNetworkDialog);

/** One network: its devices, SSIDs, radios, place, time zone and windows. */
export function NetworkPage() {
  const query = useNetwork(Number(useParams({ strict: false }).id));
  return (
    <QueryView query={query} what="network">
      {({ data }) => <NetworkView network={data.network} />}
    </QueryView>
  );
}

function NetworkView({ network }: { network: NetworkDetail }) {
  const { id, network_name: name, device_count: devices, time_zone: zone, windows } = network;
  const { address, latitude, longitude } = network;
  const { administer } = useRights();
  const mayChange = useMayChange(id);
  const tabs = [
    { id: 'ssids', label: 'SSIDs', content: <NetworkSsids networkId={id} /> },
    { id: 'clients', label: 'Clients', content: <NetworkClients networkId={id} /> },
    { id: 'radios', label: 'Radios', content: <NetworkRadios network={network} /> },
    { id: 'configuration', label: 'Configuration', content: <NetworkConfigurationTab network={network} /> },
    ...(mayChange ? [{ id: 'settings', label: 'Settings', content: <NetworkForm network={network} /> }] : []),
  ];
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        actions={
          administer && (
            <DialogButton
              label="Delete"
              disabled={devices > 0 || !mayChange}
              disabledReason={
                mayChange ? 'Only a network without devices can be deleted' : 'You may only read this network'
              }
              dialog={(close) => <DeleteNetworkDialog network={network} onClose={close} />}
            />
          )
        }
      >
        {name}
      </Header>
      <Container>
        <KeyValuePairs
          columns={4}
          items={[
            {
              label: 'Devices',
              value: <RouteLink to={`/devices?network_id=${id}`}>{devices.toLocaleString()}</RouteLink>,
            },
            { label: 'Up', value: upShare(network) },
            ...(address === null ? [] : [{ label: 'Address', value: address }]),
            ...(latitude === null || longitude === null
              ? []
              : [{ label: 'Latitude, longitude', value: `${latitude}, ${longitude}` }]),
            { label: 'Time zone', value: zone ?? 'That of the rollout' },
            {
              label: 'Maintenance windows',
              value:
                windows === null
                  ? 'Those of the rollout'
                  : windows.map(windowText).join('; ') || 'Always open',
            },
          ]}
        />
      </Container>
      <UrlTabs tabs={tabs} label="Parts of the network" />
    </SpaceBetween>
  );
}
