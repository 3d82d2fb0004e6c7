import { WEEKDAYS, type NetworkHours } from '../../shared/inventory/domain/network-hours.js';
import type { Random } from './random.js';
import { DAY_S, HOUR_S, type BaseFleet } from './scenario.js';
import type { Silence } from './simulated-device.js';

const WINDOWS = [{ days: WEEKDAYS, from: '01:00', to: '05:00' }];

/** The hours in which networks are upgraded, by the number of the network. */
export const ZONES: readonly [NetworkHours, ...NetworkHours[]] = [
  { time_zone: 'America/Panama', windows: WINDOWS },
  { time_zone: 'Africa/Abidjan', windows: WINDOWS },
  { time_zone: 'Asia/Singapore', windows: WINDOWS },
];
/** When the first window of each zone begins, after the start at 00:00 UTC. */
const OPENS_S = [6 * HOUR_S, HOUR_S, 17 * HOUR_S];
const DAYS = [0, 1, 2];

/**
 * Networks are upgraded at night by their own clock, in two stages. In every window of one zone, a part of its networks is
 * out for a while.
 */
export function regionalOutages(base: BaseFleet, random: Random): BaseFleet {
  const zone = random.whole(0, ZONES.length - 1);
  const opens = OPENS_S[zone] ?? 0;
  const outages = DAYS.map((day): Silence & { readonly share: number } => {
    const from = day * DAY_S + opens + random.between(0, 2.5 * HOUR_S);
    const to = from + random.between(0.3, 1.5) * HOUR_S;
    return { from, to, restarts: random.chance(0.5), share: random.between(0.3, 0.9) };
  });
  const ofNetwork = new Map<number, Silence[]>();
  const silencesOf = (networkId: number): Silence[] => {
    const known = ofNetwork.get(networkId);
    if (known) return known;
    const silences = outages.filter(({ share }) => random.chance(share));
    ofNetwork.set(networkId, silences);
    return silences;
  };
  const devices = base.devices.map((device) => {
    const { networkId } = device;
    if (networkId === null || networkId % ZONES.length !== zone) return device;
    const silences = [...device.silences, ...silencesOf(networkId)];
    return { ...device, silences: silences.sort((a, b) => a.from - b.from) };
  });
  const stages = [{ percent: 30 }, { percent: 100 }];
  return { ...base, devices, settings: { ...base.settings, stages } };
}
