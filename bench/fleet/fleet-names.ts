import { seededRandom, pick } from './seeded-random.js';

const SITES = [
  'Harbour Hotel',
  'Oakfield School',
  'Riverside Mall',
  'North Depot',
  'City Library',
  'Grand Arena',
  'St Mary Hospital',
  'Warehouse',
  'Café Zoë',
  'Ångström Campus',
  'Beşiktaş Şube',
  'İzmir Ofis',
  'मुंबई कार्यालय',
  'दिल्ली होटल',
  '東京 Tower',
  'Beach Club 🏖️',
] as const;
const PLACES = [
  'Lobby',
  'Reception',
  'Corridor',
  'Ballroom',
  'Kitchen',
  'Rooftop',
  'Car Park',
  'Server Room',
  'Meeting Room',
  'Hall',
  'Stairs',
  'Garden',
] as const;

/** Search terms of the benchmarks: one that many device names contain, and one that few do. */
export const COMMON_WORD = 'Warehouse';
export const RARE_WORD = 'Zeppelin';
const RARE_EVERY = 25_000;

/** A realistic device name: site, place, floor and number. One name in 25,000 contains RARE_WORD. */
export function deviceName(seed: number, id: number): string {
  const random = (salt: number): number => seededRandom(seed, id, salt);
  const isCommon = random(1) < 0.15;
  const site = isCommon ? COMMON_WORD : pick(SITES, random(2));
  const place = id % RARE_EVERY === 7 ? RARE_WORD : pick(PLACES, random(3));
  const floor = Math.floor(random(4) * 30);
  const number = Math.floor(random(5) * 1000);
  return `${site} ${place} F${floor}-${String(number).padStart(3, '0')}`;
}

/** The name of a network or tag. */
export function siteName(seed: number, id: number): string {
  return `${pick(SITES, seededRandom(seed, id, 6))} ${id}`;
}
