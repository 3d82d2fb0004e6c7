import { chance, oneOf } from './seeded-random.js';

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

/** Words that search benchmarks look for, and how many devices of a thousand (or million) carry them. */
export const COMMON_WORD = 'Warehouse';
export const RARE_WORD = 'Zeppelin';
const RARE_EVERY = 25_000;

/** What people call a device: a site, a place, a floor and a number; one in 25,000 is named after a Zeppelin. */
export function deviceName(seed: number, id: number): string {
  const random = (salt: number): number => chance(seed, id, salt);
  const isCommon = random(1) < 0.15;
  const site = isCommon ? COMMON_WORD : oneOf(SITES, random(2));
  const place = id % RARE_EVERY === 7 ? RARE_WORD : oneOf(PLACES, random(3));
  const floor = Math.floor(random(4) * 30);
  const number = Math.floor(random(5) * 1000);
  return `${site} ${place} F${floor}-${String(number).padStart(3, '0')}`;
}

/** The name of a network or tag. */
export function siteName(seed: number, id: number): string {
  return `${oneOf(SITES, chance(seed, id, 6))} ${id}`;
}
