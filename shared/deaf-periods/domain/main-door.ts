import { DOORS, MIN_DUE, sumOf, type HeardSecond, type HeartbeatDoor } from './silence.js';

/**
 * The door through which more than half of the heartbeats came, so that its silence is the installation's. Null: there is
 * none, or fewer than fifty came through it.
 */
export function mainDoor(seconds: readonly HeardSecond[]): HeartbeatDoor | null {
  const all = Math.max(sumOf(seconds, 'stored'), MIN_DUE);
  return DOORS.find((door) => 2 * sumOf(through(door, seconds), 'stored') > all) ?? null;
}

/** The counts of the processes of a door; null: of all. */
export function through(door: HeartbeatDoor | null, seconds: readonly HeardSecond[]): readonly HeardSecond[] {
  return door === null ? seconds : seconds.filter((second) => second.door === door);
}

/**
 * Whether devices have moved from a door that is silent to the other one, which stores more heartbeats than the silent one
 * did.
 * @param before the last counts of the silent door
 * @param since as many of now
 */
export function haveMoved(
  door: HeartbeatDoor,
  before: readonly HeardSecond[],
  since: readonly HeardSecond[],
): boolean {
  const others = since.filter((second) => second.door !== door);
  return sumOf(others, 'stored') > sumOf(through(door, before), 'stored');
}
