import type { LookRow } from './look-rows.js';
import type { SignContext } from './signs.js';

/** How many clients have joined the other devices of a network in half an hour. */
export function joinedIn(rows: readonly LookRow[]): SignContext['joinedIn'] {
  const growth = new Map<number, number>();
  const ofNetwork = new Map<number, number>();
  for (const { networkId, deviceId, gained0, gained1, gained2 } of rows) {
    const gained = gained0 + gained1 + gained2;
    if (networkId === 0 || gained === 0) continue;
    growth.set(deviceId, gained);
    ofNetwork.set(networkId, (ofNetwork.get(networkId) ?? 0) + gained);
  }
  return (networkId, exceptDeviceId) => (ofNetwork.get(networkId) ?? 0) - (growth.get(exceptDeviceId) ?? 0);
}

/** Whether another device of its network was heard after a device fell silent: the site has not lost its power. */
export function siteAlive(rows: readonly LookRow[], togetherS: number): (row: LookRow) => boolean {
  const lastHeard = new Map<number, number>();
  for (const { networkId, heardAt } of rows)
    lastHeard.set(networkId, Math.max(lastHeard.get(networkId) ?? -1, heardAt));
  return ({ networkId, heardAt }) =>
    networkId !== 0 && (lastHeard.get(networkId) ?? -1) > heardAt + togetherS;
}
