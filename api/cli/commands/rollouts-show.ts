import { ROLLOUT_STATES } from '../../../shared/rollouts/domain/rollout-state.js';
import type { RolloutRecord } from '../../../shared/rollouts/models/rollout.js';
import { presentRollout } from '../../../shared/rollouts/operations/present-rollout.js';
import { readProgress, viewOf } from '../../../shared/rollouts/operations/read-progress.js';
import { id, UsageError, type CliCommand, type CliContext, type CliOptions } from '../command.js';
import { countsOf, stateOf } from '../rollout-line.js';

const MAX_LISTED = 100;

export const rolloutsList: CliCommand = {
  name: 'rollouts list',
  summary: `List the rollouts of an organisation, newest first, at most ${MAX_LISTED}`,
  usage: `--organisation ID [--state ${ROLLOUT_STATES.join('|')}]`,
  options: { organisation: { type: 'string' }, state: { type: 'string' } },
  async run(context, options) {
    const { stores, print } = context;
    const organisationId = id(options, 'organisation');
    const given = options['state'];
    const state = ROLLOUT_STATES.find((name) => name === given);
    if (given !== undefined && state === undefined)
      throw new UsageError(`--state must be one of ${ROLLOUT_STATES.join(', ')}`);
    const rollouts = await stores.rollouts.newest(organisationId, state, MAX_LISTED);
    const progress = await readProgress(context, rollouts);
    for (const rollout of rollouts) {
      const total = progress.get(rollout._id)?.total;
      const counts = total ? `  ${countsOf(total)}` : '';
      print(`${rollout._id}  ${stateOf(rollout)}${counts}  "${rollout.settings.name}"`);
    }
    if (rollouts.length === 0) print('There are no rollouts');
    return 0;
  },
};

export const rolloutsShow: CliCommand = {
  name: 'rollouts show',
  summary: 'Show a rollout as GET /v1/rollouts/ID does',
  usage: 'ID',
  options: { id: { type: 'string' } },
  positional: 'id',
  async run(context, options) {
    const view = await viewOf(context, await findRollout(context, options));
    const lines = JSON.stringify(presentRollout(view), null, 2).split('\n');
    for (const line of lines) context.print(line);
    return 0;
  },
};

/** The rollout of the first argument. @throws UsageError when there is none */
export async function findRollout({ stores }: CliContext, options: CliOptions): Promise<RolloutRecord> {
  const rolloutId = id(options, 'id');
  const rollout = await stores.rollouts.byId(rolloutId);
  if (!rollout) throw new UsageError(`There is no rollout ${rolloutId}`);
  return rollout;
}
