import { seededRandom } from './seeded-random.js';

/** One port in a heartbeat; `number` is zero-based. */
export interface ReportedPort {
  readonly number: number;
  readonly status: 'UP' | 'DOWN';
  readonly speed: string;
  /** Seconds. */
  readonly up_time: number;
  readonly duplex: string;
  readonly total_usage: { readonly rx: number; readonly tx: number };
  readonly rate: { readonly tx: number; readonly rx: number };
  readonly multicast: number;
  readonly power: number;
}

const SHARE_IN_USE = 0.7;
const SPEEDS = ['100M', '1000M', '2500M'] as const;

/**
 * The ports that a switch reports after `uptimeS` seconds. Counters only grow; a port's status and rates stay the
 * same.
 */
export function reportPorts(
  seed: number,
  macId: string,
  count: number,
  uptimeS: number,
): readonly ReportedPort[] {
  return Array.from({ length: count }, (_, number) => {
    const drawn = (what: string): number => seededRandom(seed, macId, 'port', number, what);
    const up = drawn('use') < SHARE_IN_USE;
    const [rx, tx] = up ? [Math.round(drawn('rx') * 4e6), Math.round(drawn('tx') * 9e6)] : [0, 0];
    return {
      number,
      status: up ? 'UP' : 'DOWN',
      speed: up ? (SPEEDS[Math.floor(drawn('speed') * SPEEDS.length)] ?? '1000M') : '',
      up_time: up ? uptimeS : 0,
      duplex: up ? 'FULL' : '',
      total_usage: { rx: rx * uptimeS, tx: tx * uptimeS },
      rate: { tx, rx },
      multicast: up ? Math.round(drawn('multicast') * uptimeS) : 0,
      power: up ? Math.round(drawn('power') * 150) / 10 : 0,
    };
  });
}
