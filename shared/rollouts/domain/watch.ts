import type { Deafness } from '../../deaf-periods/domain/deafness.js';
import type { RolloutRecord } from '../models/rollout.js';
import type { Watch } from './watch-state.js';

const MINUTE_MS = 60_000;

/** When the watch ends, were the service not deaf in it; null before it begins. */
export function watchUntil({ watch, settings }: Pick<RolloutRecord, 'watch' | 'settings'>): Date | null {
  const since = watch?.since ?? null;
  return since && new Date(since.getTime() + settings.gates.watch_minutes * MINUTE_MS);
}

/** Whether the devices that are held out wait for the end of the watch. */
export function holdsOut({ watch }: Pick<RolloutRecord, 'watch'>): boolean {
  return watch !== null && watch.state !== 'hold_out';
}

type Watched = Pick<RolloutRecord, 'watch' | 'settings' | 'stages' | 'state'>;

/** The watch after a tick: it begins when the last stage is Done. Times in which the service was deaf do not count. */
export function moveWatch(rollout: Watched, now: Date, deafness: Deafness): Watch | null {
  const { watch, state, stages } = rollout;
  if (watch === null || state === 'Paused') return watch;
  if (state !== 'Running') return state === 'Completed' ? { ...watch, state: 'done' } : watch;
  if (watch.state === 'pending')
    return stages.every((stage) => stage.state === 'Done')
      ? { ...watch, state: 'watching', since: now }
      : watch;
  const until = watchUntil(rollout);
  if (watch.state !== 'watching' || until === null || watch.since === null) return watch;
  if (deafness.mustWait(now) || deafness.after(watch.since, until) > deafness.judgedTo(now)) return watch;
  return { ...watch, state: 'hold_out' };
}
