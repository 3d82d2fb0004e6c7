import { isTreated, type LookRow } from './look-rows.js';

/** Why one device is sick. */
export const DEVICE_SIGNS = [
  'down',
  'other_version',
  'restarted',
  'radio',
  'deserted',
  'configuration',
] as const;
export type Sign = (typeof DEVICE_SIGNS)[number];

/** What the signs of one look depend on besides the row of the device. */
export interface SignContext {
  /** In seconds since the start of the rollout. */
  readonly now: number;
  readonly downAfterS: number;
  /** How many clients have joined the other devices of a network in half an hour. */
  readonly joinedIn: (networkId: number, exceptDeviceId: number) => number;
}

const MAX_RESTARTS = 2;
const RADIO_OFF_S = 20 * 60;
const CRASHES_AN_HOUR = 3;
const EMPTY_S = 30 * 60;
/** Clients that roamed away at the reboot come back slowly. */
const CLIENTS_AFTER_S = 2 * 3600;
const CLIENTS = 4;
const CONFIGURED_AFTER_S = 600;

/** Each sign as a function of the looks at a device, which its row sums up. */
export const SIGNS: Readonly<Record<Sign, (row: LookRow, context: SignContext) => boolean>> = {
  down: ({ heardAt }, { now, downAfterS }) => heardAt < 0 || now - heardAt > downAfterS,
  other_version: (row) => isTreated(row) && row.otherVersion === 1,
  restarted: ({ restarts, restartsBefore }) => restarts - restartsBefore >= MAX_RESTARTS,
  radio: (row, { now }) =>
    (row.radioOffSince >= 0 && now - row.radioOffSince >= RADIO_OFF_S) ||
    crashesInAnHour(row) >= CRASHES_AN_HOUR,
  deserted: (row, { now, joinedIn }) =>
    now - row.beganAt >= CLIENTS_AFTER_S &&
    row.clientsBefore >= CLIENTS &&
    row.emptySince >= 0 &&
    now - row.emptySince >= EMPTY_S &&
    joinedIn(row.networkId, row.deviceId) >= CLIENTS,
  configuration: (row, { now }) => row.confirmed === 0 && now - row.beganAt >= CONFIGURED_AFTER_S,
};

function crashesInAnHour(row: LookRow): number {
  return row.crashed0 + row.crashed1 + row.crashed2 + row.crashed3 + row.crashed4 + row.crashed5;
}

/** The first sign of a device. */
export function signOf(row: LookRow, signs: readonly Sign[], context: SignContext): Sign | null {
  return signs.find((sign) => SIGNS[sign](row, context)) ?? null;
}
