import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client';
import { useMayChange } from '../app/me';
import { ChangesLink } from '../components/changes-link';
import { ErrorBar } from '../components/error-bar';
import { DialogButton } from '../components/dialog-button';
import { lazyPart } from '../components/lazy-part';
import { QueryView } from '../components/query-view';
import { RouteLink } from '../components/route-link';
import { useSsid, type Ssid } from './ssid';
import { SsidSettings } from './ssid-settings';

const SsidForm = lazyPart(async () => (await import('./ssid-form')).SsidForm);
const CopyDialog = lazyPart(async () => (await import('./copy-dialog')).CopyDialog);
const DisableDialog = lazyPart(async () => (await import('./ssid-dialogs')).DisableDialog);
const DeleteDialog = lazyPart(async () => (await import('./ssid-dialogs')).DeleteDialog);

/** One SSID of a network with its settings. */
export function SsidPage() {
  const { ssid }: { ssid?: string } = useParams({ strict: false });
  return (
    <QueryView query={useSsid(Number(ssid))} what="SSID">
      {({ data }) => <SsidView ssid={data.network_ssid} />}
    </QueryView>
  );
}

function SsidView({ ssid }: { ssid: Ssid }) {
  const { ssid_name: name, network_id: networkId, network_name: networkName, is_enabled: isEnabled } = ssid;
  const mayChange = useMayChange(networkId);
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        actions={mayChange && <Actions ssid={ssid} />}
        description={
          <>
            <StatusIndicator type={isEnabled ? 'success' : 'stopped'}>
              {isEnabled ? 'Enabled' : 'Disabled'}
            </StatusIndicator>{' '}
            in <RouteLink to={`/networks/${networkId}`}>{networkName ?? `network ${networkId}`}</RouteLink>{' '}
            <ChangesLink subject={`ssid:${ssid.id}`} />
          </>
        }
      >
        <span className="wrap-anywhere">{name}</span>
      </Header>
      {mayChange ? <SsidForm ssid={ssid} /> : <SsidSettings ssid={ssid} />}
    </SpaceBetween>
  );
}

function Actions({ ssid }: { ssid: Ssid }) {
  const [isDisabling, setIsDisabling] = useState(false);
  const enable = api.useMutation('patch', '/v1/network_ssids/{id}');
  return (
    <>
      <SpaceBetween direction="horizontal" size="xs">
        <DialogButton
          label="Copy to networks"
          dialog={(close) => <CopyDialog ssid={ssid} onClose={close} />}
        />
        <Button
          loading={enable.isPending}
          onClick={() => {
            if (ssid.is_enabled) setIsDisabling(true);
            else
              enable.mutate({
                params: { path: { id: ssid.id } },
                body: { network_ssid: { is_enabled: true } },
              });
          }}
        >
          {ssid.is_enabled ? 'Disable' : 'Enable'}
        </Button>
        <DialogButton label="Delete" dialog={(close) => <DeleteDialog ssid={ssid} onClose={close} />} />
      </SpaceBetween>
      <ErrorBar error={enable.error} />
      {isDisabling && (
        <DisableDialog
          ssid={ssid}
          onClose={() => {
            setIsDisabling(false);
          }}
        />
      )}
    </>
  );
}
