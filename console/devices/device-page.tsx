import Button from '@cloudscape-design/components/button';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayChange, useRights } from '../app/me';
import { AsOf } from '../components/as-of';
import { ChangesLink } from '../components/changes-link';
import { duration } from '../components/duration';
import { lazyPart } from '../components/lazy-part';
import { QueryView } from '../components/query-view';
import { RouteLink, useGoTo } from '../components/route-link';
import { Ago, Time } from '../components/time';
import { UrlTabs } from '../components/url-tabs';
import { allowedActions, BULK_ACTIONS, type BulkAction } from './bulk-action';
import { useDevice, type DeviceDetail } from './device';
import { DeviceState } from './device-state';
import { DownAlert } from './down-alert';
import { LastReported } from './last-reported';
import { OpenAlerts } from './open-alerts';

const EditDeviceDialog = lazyPart(async () => (await import('./edit-device-dialog')).EditDeviceDialog);
const RebootDialog = lazyPart(async () => (await import('./command-dialogs')).RebootDialog);
const BlinkDialog = lazyPart(async () => (await import('./command-dialogs')).BlinkDialog);
const BulkDialog = lazyPart(async () => (await import('./bulk-dialog')).BulkDialog);
const Uplinks = lazyPart(async () => (await import('./uplinks')).Uplinks);
const DeviceUpgrades = lazyPart(async () => (await import('./device-upgrades')).DeviceUpgrades);
const DeviceEvents = lazyPart(async () => (await import('./device-events')).DeviceEvents);
const DeviceConfigurationTab = lazyPart(
  async () => (await import('../configuration/device-configuration-tab')).DeviceConfigurationTab,
);
const DeviceRadios = lazyPart(async () => (await import('../radios/device-radios')).DeviceRadios);
const DeviceMeasurements = lazyPart(async () => (await import('./device-measurements')).DeviceMeasurements);
const Ports = lazyPart(async () => (await import('./ports')).Ports);

/** One device: its status, ports, radios, uplinks, configuration, upgrades and events. */
export function DevicePage() {
  const query = useDevice(Number(useParams({ strict: false }).id));
  return (
    <QueryView query={query} what="device">
      {({ data }) => <DeviceView device={data.device} readAt={query.dataUpdatedAt} />}
    </QueryView>
  );
}

function DeviceView({ device, readAt }: { device: DeviceDetail; readAt: number }) {
  const { name, mac_id: mac, state, ports } = device;
  const { change } = useRights();
  const tabs = [{ id: 'status', label: 'Status', content: <Status device={device} /> }];
  if (ports) tabs.push({ id: 'ports', label: 'Ports', content: <Ports ports={ports} /> });
  if (!device.is_switch)
    tabs.push({ id: 'radios', label: 'Radios', content: <DeviceRadios device={device} /> });
  tabs.push(
    { id: 'uplinks', label: 'Uplinks', content: <Uplinks macId={mac} /> },
    { id: 'configuration', label: 'Configuration', content: <DeviceConfigurationTab device={device} /> },
    { id: 'upgrades', label: 'Upgrades', content: <DeviceUpgrades device={device} /> },
    { id: 'history', label: 'History', content: <History device={device} /> },
  );
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        actions={change && <Actions device={device} />}
        description={
          <SpaceBetween direction="horizontal" size="m">
            <DeviceState state={state} />
            <AsOf at={readAt} />
            <ChangesLink subject={`device:${device.id}`} />
          </SpaceBetween>
        }
      >
        {name || mac}
      </Header>
      <DownAlert device={device} />
      <OpenAlerts device={device} />
      <UrlTabs tabs={tabs} label="Parts of the device" />
    </SpaceBetween>
  );
}

/** What the device measured, and below it what has happened to it. */
function History({ device }: { device: DeviceDetail }) {
  return (
    <SpaceBetween size="l">
      {!device.is_switch && <DeviceMeasurements id={device.id} />}
      <DeviceEvents id={device.id} />
    </SpaceBetween>
  );
}

const DEVICE_ACTIONS: readonly BulkAction[] = ['assign', 'apply_template', 'remove'];

function Actions({ device }: { device: DeviceDetail }) {
  const [chosen, setChosen] = useState<BulkAction | 'edit' | 'reboot' | 'blink' | null>(null);
  const rights = useRights();
  const mayChange = useMayChange(device.network_id);
  const goTo = useGoTo();
  const refused = {
    disabled: !mayChange,
    disabledReason:
      device.network_id === null
        ? 'You may not change devices without a network'
        : 'You may only read the network of this device',
  };
  const close = (): void => {
    setChosen(null);
  };
  return (
    <>
      <SpaceBetween direction="horizontal" size="xs">
        <Button
          {...refused}
          onClick={() => {
            setChosen('edit');
          }}
        >
          Edit
        </Button>
        <Button
          {...refused}
          onClick={() => {
            goTo(`/rollouts/new?targets=AP:${device.id}`);
          }}
        >
          Upgrade
        </Button>
        <ButtonDropdown
          {...refused}
          expandToViewport
          items={[
            { id: 'reboot', text: 'Reboot' },
            ...(device.is_switch ? [] : [{ id: 'blink', text: 'Let it blink' }]),
          ]}
          onItemClick={({ detail }) => {
            setChosen(detail.id as 'reboot' | 'blink');
          }}
        >
          Do
        </ButtonDropdown>
        {allowedActions(rights, DEVICE_ACTIONS).map((action) => (
          <Button
            key={action}
            {...refused}
            onClick={() => {
              setChosen(action);
            }}
          >
            {BULK_ACTIONS[action].label}
          </Button>
        ))}
      </SpaceBetween>
      {chosen === 'edit' && <EditDeviceDialog device={device} onClose={close} />}
      {chosen === 'reboot' && <RebootDialog device={device} onClose={close} />}
      {chosen === 'blink' && <BlinkDialog device={device} onClose={close} />}
      {isBulk(chosen) && (
        <BulkDialog action={chosen} selection={{ devices: [device], stored: null }} onClose={close} />
      )}
    </>
  );
}

function isBulk(chosen: string | null): chosen is BulkAction {
  return chosen !== null && chosen in BULK_ACTIONS;
}

function Status({ device }: { device: DeviceDetail }) {
  const { network_id: networkId, network_name: network, tags, uptime_s: uptime } = device;
  const reported = (text: string) => <LastReported device={device}>{text}</LastReported>;
  return (
    <Container>
      <KeyValuePairs
        columns={3}
        items={[
          { label: 'MAC', value: device.mac_id },
          { label: 'Serial', value: device.serial_number },
          { label: 'Part', value: `${device.part_number} (${device.hardware_name})` },
          { label: 'Version', value: device.version || '–' },
          {
            label: 'Network',
            value:
              networkId === null ? 'None' : <RouteLink to={`/networks/${networkId}`}>{network}</RouteLink>,
          },
          { label: 'Tags', value: tags.map((tag) => tag.name).join(', ') || '–' },
          ...(device.notes === ''
            ? []
            : [{ label: 'Notes', value: <div className="lines">{device.notes}</div> }]),
          { label: 'Last heard', value: <Ago at={device.last_heard_at} /> },
          { label: 'Public IP', value: device.public_ip ?? '–' },
          { label: 'Up for', value: reported(uptime === null ? '–' : duration(uptime)) },
          { label: 'Started by', value: BOOT[device.boot ?? 'unknown'] },
          {
            label: 'Load',
            value: reported(device.load_percent === null ? '–' : `${Math.round(device.load_percent)} %`),
          },
          {
            label: 'Free memory',
            value: reported(
              device.mem_free_kb === null
                ? '–'
                : `${Math.round(device.mem_free_kb / 1024).toLocaleString()} MB`,
            ),
          },
          { label: 'Activated', value: <Time at={device.activated_at} /> },
        ]}
      />
    </Container>
  );
}

const BOOT: Readonly<Record<NonNullable<DeviceDetail['boot']>, string>> = {
  power: 'Power',
  watchdog: 'Its watchdog',
  panic: 'A crash of the kernel',
  upgrade: 'An upgrade',
  user: 'A person',
  unknown: '–',
};
