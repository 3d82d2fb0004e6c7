import type { Behaviour } from '../simulator/device-spec.js';
import { OLDEST_VERSION } from './demo-catalogue.js';

/** Devices of the first wave that do not simply do what they are told, by id. All others do. */
const PLANNED: ReadonlyMap<number, Behaviour> = new Map<number, Behaviour>([
  [6, { kind: 'slow', factor: 4 }],
  [33, { kind: 'slow', factor: 4 }],
  [57, { kind: 'slow', factor: 5 }],
  [78, { kind: 'slow', factor: 5 }],
  [102, { kind: 'slow', factor: 6 }],
  [12, { kind: 'off' }],
  [93, { kind: 'off' }],
  [17, { kind: 'dropsOff', at: 'installing' }],
  [64, { kind: 'dropsOff', at: 'installing' }],
  [23, { kind: 'failsDownload', times: 1 }],
  [71, { kind: 'failsDownload', times: 1 }],
  [28, { kind: 'failsDownload', times: 'always' }],
  [88, { kind: 'failsDownload', times: 'always' }],
  [37, { kind: 'failsInstall' }],
  [109, { kind: 'failsInstall' }],
  [44, { kind: 'wrongVersion', version: OLDEST_VERSION }],
  [118, { kind: 'wrongVersion', version: OLDEST_VERSION }],
]);

/** How a device of the demo behaves. */
export function behaviourOf(deviceId: number): Behaviour {
  return PLANNED.get(deviceId) ?? { kind: 'normal' };
}
