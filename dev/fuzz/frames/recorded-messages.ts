import { connectParams, stateParams, type SpeakingSpec } from '../../ucentral-simulator/device-frames.js';

export type Members = Readonly<Record<string, unknown>>;

/** A message as devices send it: a notification with parameters, or the result of a command. */
export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: number;
  readonly method?: string;
  readonly params?: Members;
  readonly result?: Members;
}

const ACCESS_POINT: SpeakingSpec = { macId: '', firmwareVersion: 'TIP-v3.0.2', ports: 0 };
const SWITCH: SpeakingSpec = { macId: '', firmwareVersion: 'OLS-v3.2.0', ports: 48 };
const UUID = 1_790_000_000;

const event = (type: string, payload: object): Members => ({ data: { event: [UUID, { type, payload }] } });

const NOTIFICATIONS: readonly (readonly [method: string, params: object])[] = [
  ['state', stateParams(ACCESS_POINT, UUID, 3600)],
  ['state', stateParams(SWITCH, UUID, 3600)],
  [
    'healthcheck',
    { uuid: UUID, sanity: 95, data: { memory: 40, interfaces: { up0v0: { location: '/i/0' } } } },
  ],
  ['log', { log: 'associated', severity: 6, data: {} }],
  ['ping', { uuid: UUID, active: UUID }],
  ['crashlog', { uuid: UUID, loglines: ['<4>[ 11.1] ------------[ cut here ]------------'] }],
  ['rebootLog', { uuid: UUID, date: UUID, loglines: ['reset', 'power'] }],
  ['deviceupdate', { currentPassword: 'a password of the device' }],
  ['event', event('client.join', { client: '02:00:5e:20:00:01', bssid: '02:00:5e:10:00:01', rssi: -60 })],
  ['event', event('firmware_upgrade_status', { operation: 'download', percentage: 40 })],
  ['event', event('firmware_upgrade_status', { operation: 'install' })],
  ['event', event('firmware_upgrade_status', { operation: 'fail' })],
  ['telemetry', { data: { state: {} } }],
  ['radius', { type: 'auth', data: 'AQAAFA==' }],
  ['recovery', { uuid: UUID, firmware: 'TIP-v3.0.2', reboot: true, loglines: [] }],
];

/** What a device sends first. */
export function connectMessage(serial: string, isSwitch: boolean, reason = 'boot'): Message {
  const spec = isSwitch ? SWITCH : ACCESS_POINT;
  return notification('connect', { serial, ...connectParams(spec, spec.firmwareVersion, 1, reason) });
}

/** A message of each kind. */
export function recordedMessages(serial: string): Message[] {
  const status = { error: 1, text: 'Partly', rejected: ['[W] (In /interfaces/0/ssids/0/name) too long'] };
  return [
    ...NOTIFICATIONS.map(([method, params]) => notification(method, { serial, ...params })),
    { jsonrpc: '2.0', id: 1, result: { serial, uuid: UUID, status } },
    ...[true, false].map((isSwitch) => connectMessage(serial, isSwitch, 'socket')),
  ];
}

function notification(method: string, params: Members): Message {
  return { jsonrpc: '2.0', method, params };
}
