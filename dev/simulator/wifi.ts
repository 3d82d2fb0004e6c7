import { seededRandom } from './seeded-random.js';

/** One radio in a heartbeat. */
export interface ReportedRadio {
  readonly name: string;
  readonly band: '2g' | '5g';
  readonly on: boolean;
  readonly up: boolean;
  readonly channel: number;
  readonly width_mhz: number;
  readonly busy_percent: number;
  readonly clients: number;
  readonly crashes: number;
}

export interface ReportedWifi {
  readonly radios: readonly ReportedRadio[];
  readonly clients: number;
  readonly joined: number;
  readonly refused: number;
  readonly rx_bytes: number;
  readonly tx_bytes: number;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** The share of its most clients that a place has in each hour of the day, in UTC. */
const HOURS = {
  room: [3, 2, 1, 1, 1, 2, 5, 7, 5, 3, 2, 2, 2, 2, 3, 4, 5, 6, 8, 9, 10, 10, 8, 5],
  lobby: [0, 0, 0, 0, 0, 1, 4, 9, 10, 8, 6, 5, 6, 6, 6, 7, 8, 9, 9, 7, 5, 3, 1, 0],
} as const;
const SHARE_OF_LOBBIES = 0.15;
/** In this time most of the clients that have roamed away during a restart come back. */
const RETURN_MS = 90 * MINUTE_MS;
/** More hours than a fleet runs before it restarts. */
const MAX_HOURS = 240;
const CHANNELS = [
  [1, 6, 11],
  [36, 52, 100, 149],
] as const;

/**
 * The radios and clients of an access point at a time: busy days, empty nights, and lobbies with many clients. Counters have
 * grown since the device started.
 */
export function reportWifi(seed: number, macId: string, bootedAt: number, now: number): ReportedWifi {
  const drawn = (what: string, number = 0): number => seededRandom(seed, macId, 'wifi', what, number);
  const clients = clientsAt(drawn, bootedAt, now);
  const near = Math.round(clients * 0.3);
  const radioOf = (index: 0 | 1, ofRadio: number): ReportedRadio => {
    const channels = CHANNELS[index];
    return {
      name: `radio${index}`,
      band: index === 0 ? '2g' : '5g',
      on: true,
      up: true,
      channel: channels[Math.floor(drawn('channel', index) * channels.length)] ?? channels[0],
      width_mhz: index === 0 ? 20 : 80,
      busy_percent: Math.min(
        95,
        Math.round(5 + 15 * drawn('noise', index) + (index === 0 ? 3 : 1.5) * ofRadio),
      ),
      clients: ofRadio,
      crashes: 0,
    };
  };
  const clientHours = sinceStart(drawn, bootedAt, now);
  return {
    radios: [radioOf(0, near), radioOf(1, clients - near)],
    clients,
    joined: Math.floor(clientHours * 1.7),
    refused: Math.floor(clientHours * 0.05 * drawn('refused')),
    rx_bytes: Math.floor(clientHours * 3600 * RATES.rx),
    tx_bytes: Math.floor(clientHours * 3600 * RATES.tx),
  };
}

/** The clients of an access point that has run for long. */
export function clientsOfPlace(seed: number, macId: string, time: number): number {
  return levelAt((what, number = 0) => seededRandom(seed, macId, 'wifi', what, number), time);
}

/** Bytes a second for each client. */
export const RATES = { rx: 9e6 / 3600, tx: 9e7 / 3600 } as const;

type Drawn = (what: string, number?: number) => number;

function clientsAt(drawn: Drawn, bootedAt: number, time: number): number {
  return Math.round(levelAt(drawn, time) * (1 - Math.exp(-(time - bootedAt) / RETURN_MS)));
}

/** How many clients the place has when none of them has roamed away. */
function levelAt(drawn: Drawn, time: number): number {
  const isLobby = drawn('place') < SHARE_OF_LOBBIES;
  const profile = isLobby ? HOURS.lobby : HOURS.room;
  const most = isLobby ? 20 + 40 * drawn('most') : 1 + 8 * drawn('most');
  const hour = Math.floor(time / HOUR_MS);
  const part = time / HOUR_MS - hour;
  const shareOf = (of: number): number => ((profile[of % 24] ?? 0) / 10) * (0.6 + 0.8 * drawn('hour', of));
  return most * (shareOf(hour) * (1 - part) + shareOf(hour + 1) * part);
}

/** Hours times clients since the start. */
function sinceStart(drawn: Drawn, bootedAt: number, now: number): number {
  let sum = 0;
  const from = Math.max(bootedAt, now - MAX_HOURS * HOUR_MS);
  for (let time = from; time < now; time += HOUR_MS) {
    const until = Math.min(now, time + HOUR_MS);
    // The level of a whole step is that of its beginning, so that the sum never falls.
    sum += (levelAt(drawn, time) * (until - time)) / HOUR_MS;
  }
  return sum;
}
