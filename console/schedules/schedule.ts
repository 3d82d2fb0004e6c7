import type { Schema } from '../api/answer';

export type Schedule = Schema<'ListedSchedule'>;

/** Such as "the upgrade of Lobby to 1.10.0". */
export function titleOf(schedule: Schedule): string {
  return `the upgrade of ${targetsOf(schedule)} to ${schedule.version}`;
}

/** The names of the targets that the user sees, and how many others there are. */
export function targetsOf({ targets, target_count: count }: Schedule): string {
  const names = targets.map(({ name }) => name);
  const others = count - names.length;
  if (others > 0) names.push(`${others.toLocaleString()} more`);
  return new Intl.ListFormat('en').format(names);
}
