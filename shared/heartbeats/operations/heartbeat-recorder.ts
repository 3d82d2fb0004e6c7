import type { HeartbeatCounter } from '../../deaf-periods/operations/count-heartbeats.js';
import { GroupCommit, type GroupCommitOptions } from '../../status/operations/group-commit.js';
import type { HeartbeatDeps } from '../deps.js';
import type { Heartbeat } from '../domain/heartbeat.js';
import { recordHeartbeats, type HeartbeatResult } from './record-heartbeats.js';
import { recordRemembered } from './record-remembered.js';

/** Records the heartbeats that arrive together in one batch, in the order of each device. */
export class HeartbeatRecorder {
  private readonly batches: GroupCommit<Heartbeat, HeartbeatResult>;

  constructor(
    private readonly deps: HeartbeatDeps,
    private readonly counter: HeartbeatCounter,
    batches: Omit<GroupCommitOptions, 'onBatch'>,
  ) {
    this.batches = new GroupCommit((beats: readonly Heartbeat[]) => this.recordBatch(beats), {
      ...batches,
      onBatch: (size) => {
        deps.metrics.heartbeatBatch.observe(size);
      },
    });
  }

  /** Stores the heartbeat, and then returns what the device does next. @throws AppError overloaded */
  record(beat: Heartbeat): Promise<HeartbeatResult> {
    return this.batches.add(beat.macId, beat);
  }

  private async recordBatch(beats: readonly Heartbeat[]): Promise<readonly HeartbeatResult[]> {
    const results = await recordTogether(this.deps, beats);
    const isStored = (result: HeartbeatResult | undefined): boolean =>
      result !== undefined && !('refused' in result) && result.isDisplaced !== true;
    this.counter.stored(beats.filter((_, index) => isStored(results[index])));
    return results;
  }
}

/** Records what it can by what is remembered, and the others by what is stored. */
async function recordTogether(deps: HeartbeatDeps, beats: readonly Heartbeat[]): Promise<HeartbeatResult[]> {
  const results = await recordRemembered(deps, beats);
  const others = [...beats.keys()].filter((index) => !results.has(index));
  if (others.length > 0) {
    const recorded = await recordHeartbeats(
      deps,
      others.map((index) => beats[index] as Heartbeat),
    );
    others.forEach((index, position) => results.set(index, recorded[position] as HeartbeatResult));
  }
  return beats.map((_, index) => results.get(index) as HeartbeatResult);
}
