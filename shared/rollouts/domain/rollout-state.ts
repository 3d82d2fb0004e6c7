/** Every state of a rollout, in the order in which a rollout passes through them. */
export const ROLLOUT_STATES = ['Draft', 'Scheduled', 'Running', 'Paused', 'Completed', 'Cancelled'] as const;
export type RolloutState = (typeof ROLLOUT_STATES)[number];

/** Those of a rollout that has been started and has not ended. */
export const STARTED_STATES: readonly RolloutState[] = ['Scheduled', 'Running', 'Paused'];

export const STAGE_STATES = ['Waiting', 'Binding', 'Running', 'Soaking', 'AwaitingApproval', 'Done'] as const;
export type StageState = (typeof STAGE_STATES)[number];

export const ACTIONS = ['start', 'pause', 'resume', 'cancel'] as const;
export type Action = (typeof ACTIONS)[number];

/** For each action, the states in which it acts and those that it leads to. */
const RULES: Readonly<Record<Action, { acts: readonly RolloutState[]; reached: readonly RolloutState[] }>> = {
  start: { acts: ['Draft'], reached: ['Scheduled', 'Running'] },
  pause: { acts: ['Running'], reached: ['Paused'] },
  resume: { acts: ['Paused'], reached: ['Running'] },
  cancel: { acts: ['Scheduled', 'Running', 'Paused'], reached: ['Cancelled'] },
};

/**
 * What an action does in a state (docs/rollouts.md#actions): it acts, it changes nothing because its state is already
 * reached, or it is refused.
 */
export function judgeAction(action: Action, state: RolloutState): 'acts' | 'reached' | 'refused' {
  const { acts, reached } = RULES[action];
  if (acts.includes(state)) return 'acts';
  return reached.includes(state) ? 'reached' : 'refused';
}

/** The settings that a PATCH may change once the rollout has left Draft. */
const WHILE_RUNNING: readonly string[] = ['name', 'rate', 'max_in_flight', 'gates', 'end_at'];

/** Whether a PATCH may change a setting in a state. Scheduled is as Running; ended rollouts take no change. */
export function mayChangeSetting(setting: string, state: RolloutState): boolean {
  switch (state) {
    case 'Draft':
      return true;
    case 'Scheduled':
    case 'Running':
      return WHILE_RUNNING.includes(setting);
    case 'Paused':
      return setting === 'exclude' || WHILE_RUNNING.includes(setting);
    default:
      return false;
  }
}
