/**
 * OpenWrt's netifd: for a second after a reload everything is as it was, then interfaces are what was configured, and radios
 * are set up for four more seconds. hostapd refuses an SSID that is named "Refused", and a radio of the file `failing` never is
 * up.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ofType, parse } from './sections.mjs';

export const MACHINE = process.env.AIRFLEET_TEST_MACHINE ?? '';
const SETUP_MS = 1000;
const UP_MS = 5000;
const PORTS = /^(eth|lan|wan)\d*$/;

export const now = Number(readFileSync(process.env.AIRFLEET_TEST_TIME ?? '', 'utf8'));
const file = join(MACHINE, 'netifd.json');
const state = JSON.parse(readFileSync(file, 'utf8'));
export const reloadedAt = state.at;
const since = now - state.at;

export const textOf = (name) =>
  existsSync(join(MACHINE, name)) ? readFileSync(join(MACHINE, name), 'utf8').trim() : '';

/** The sections of a file that netifd works on. */
const inForce = (name) => parse((since < SETUP_MS ? state.before : state.after)[name] ?? '');

export function reload() {
  const before = since < SETUP_MS ? state.before : state.after;
  const after = { wireless: textOf('etc/wireless'), network: textOf('etc/network') };
  writeFileSync(file, JSON.stringify({ at: now, before, after }));
}

export function wirelessStatus() {
  const wireless = inForce('wireless');
  const isPending = since >= SETUP_MS && since < UP_MS;
  const radios = ofType(wireless, 'wifi-device').map(([radio, options]) => {
    if (options.get('disabled') === '1')
      return [
        radio,
        { up: false, pending: false, disabled: true, retry_setup_failed: false, interfaces: [] },
      ];
    const interfaces = ofType(wireless, 'wifi-iface')
      .filter(([, one]) => one.get('device') === radio && one.get('disabled') !== '1')
      .map(([section, one]) => ({ section, config: Object.fromEntries([...one].slice(1)) }));
    const isRefused =
      radio === textOf('failing') || interfaces.some(({ config }) => config.ssid === 'Refused');
    const isUp = !isPending && !isRefused;
    const shown = interfaces.map((one, index) => (isUp ? { ...one, ifname: `${radio}-ap${index}` } : one));
    return [
      radio,
      {
        up: isUp,
        pending: isPending,
        disabled: false,
        retry_setup_failed: !isPending && isRefused,
        interfaces: shown,
      },
    ];
  });
  return Object.fromEntries(radios);
}

/** Whether a network device can be had: a port, a bridge, or a VLAN of one. */
function isDevice(network, name) {
  const [base = '', vlan] = name.split('.');
  const devices = ofType(network, 'device').map(([, options]) => options);
  const bridge = devices.find((options) => options.get('name') === base);
  if (vlan === undefined || devices.some((options) => options.get('name') === name))
    return PORTS.test(base) || bridge !== undefined;
  const vlans = ofType(network, 'bridge-vlan').filter(([, options]) => options.get('device') === base);
  return vlans.length > 0
    ? vlans.some(([, options]) => options.get('vlan') === vlan && Array.isArray(options.get('ports')))
    : PORTS.test(base) || bridge !== undefined;
}

/** undefined for an interface that does not exist */
export function interfaceStatus(name) {
  const network = inForce('network');
  const options = network.get(name);
  if (options?.get('') !== 'interface') return undefined;
  const isAvailable = isDevice(network, options.get('device') ?? '');
  const protocol = options.get('proto');
  return {
    up: isAvailable && protocol !== 'dhcp',
    pending: isAvailable && protocol === 'dhcp',
    available: isAvailable,
    proto: protocol,
    device: options.get('device'),
    'ipv4-address':
      protocol === 'static' && isAvailable ? [{ address: options.get('ipaddr'), mask: 24 }] : [],
  };
}
