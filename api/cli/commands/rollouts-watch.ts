import type { LogPosition } from '../../../shared/audit/stores/audit-store.js';
import { isoSeconds } from '../../../shared/platform/values/iso-time.js';
import { readEventId } from '../../../shared/rollouts/domain/rollout-log.js';
import type { RolloutRecord } from '../../../shared/rollouts/models/rollout.js';
import { eventsAfter } from '../../../shared/rollouts/operations/list-rollout-events.js';
import { viewOf, type RolloutView } from '../../../shared/rollouts/operations/read-progress.js';
import { pause, UsageError, type CliCommand, type CliContext } from '../command.js';
import { createProgressLine, type ProgressLine } from '../progress-line.js';
import { countsOf, endedShare, stateOf } from '../rollout-line.js';
import { findRollout } from './rollouts-show.js';

const POLL_MS = 1000;
const EVENTS = 100;

/** The exit codes of `rollouts watch` besides 0 (docs/operations.md#watching-a-rollout). */
const FAILURES = 3;
const CANCELLED = 4;
const INTERRUPTED = 130;

export const rolloutsWatch: CliCommand = {
  name: 'rollouts watch',
  summary:
    'Show the progress and the log of a rollout until it ends; ' +
    `exit code ${FAILURES} when upgrades failed or expired, ${CANCELLED} when it was cancelled`,
  usage: 'ID',
  options: { id: { type: 'string' } },
  positional: 'id',
  follows: true,
  async run(context, options) {
    const line = createProgressLine(context.output, () => performance.now());
    try {
      return await watch(context, await findRollout(context, options), line);
    } finally {
      line.end();
    }
  },
};

/** Prints what happens to a rollout from now on. Returns the exit code. */
async function watch(context: CliContext, first: RolloutRecord, line: ProgressLine): Promise<number> {
  const { stores } = context;
  let position: LogPosition = { seq: first.seq, n: Number.MAX_SAFE_INTEGER };
  let view = await viewOf(context, first);
  line.print(summary(view));
  while (view.rollout.endedAt === null) {
    line.show(view.progress ? endedShare(view.progress.total) : 0, () => summary(view));
    if (!(await pause(context, POLL_MS))) return INTERRUPTED;
    const rollout = await stores.rollouts.byId(first._id);
    if (!rollout) throw new UsageError(`Rollout ${first._id} was deleted`);
    position = await printEvents(context, rollout, position, line);
    view = await viewOf(context, rollout);
    if (rollout.endedAt !== null) line.print(summary(view));
  }
  if (view.rollout.state === 'Cancelled') return CANCELLED;
  const total = view.progress?.total;
  // Upgrades that still wait expire with the next ticks.
  return total && total.failed + total.expired + total.waiting > 0 ? FAILURES : 0;
}

/** Prints the events after a position of the log. Returns the position of the last. */
async function printEvents(
  context: CliContext,
  rollout: RolloutRecord,
  after: LogPosition,
  line: ProgressLine,
): Promise<LogPosition> {
  let position = after;
  for (;;) {
    const { events, hasMore } = await eventsAfter(context, rollout, position, EVENTS);
    for (const { at, text, actor } of events) line.print(`${isoSeconds(at)}  ${text} (${actor})`);
    position = readEventId(events.at(-1)?.id ?? '', rollout._id) ?? position;
    if (!hasMore) return position;
  }
}

function summary({ rollout, progress }: RolloutView): string {
  if (!progress) return stateOf(rollout);
  const { total } = progress;
  const until = total.eta && rollout.endedAt === null ? `, until about ${isoSeconds(total.eta)}` : '';
  return `${stateOf(rollout)}: ${countsOf(total)}${until}`;
}
