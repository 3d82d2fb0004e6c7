import { expect } from 'chai';
import {
  ACTIONS,
  judgeAction,
  mayChangeSetting,
  ROLLOUT_STATES,
  type RolloutState,
} from '../../../shared/rollouts/domain/rollout-state.js';

describe('the actions of a rollout', () => {
  const table: Readonly<Record<RolloutState, readonly string[]>> = {
    Draft: ['acts', 'refused', 'refused', 'refused'],
    Scheduled: ['reached', 'refused', 'refused', 'acts'],
    Running: ['reached', 'acts', 'reached', 'acts'],
    Paused: ['refused', 'reached', 'acts', 'acts'],
    Completed: ['refused', 'refused', 'refused', 'refused'],
    Cancelled: ['refused', 'refused', 'refused', 'reached'],
  };
  for (const state of ROLLOUT_STATES) {
    it(`are judged in ${state}`, () => {
      expect(ACTIONS.map((action) => judgeAction(action, state))).to.deep.equal(table[state]);
    });
  }
});

describe('the settings of a rollout that a PATCH changes', () => {
  const SETTINGS = ['name', 'targets', 'exclude', 'stages', 'rate', 'gates', 'end_at', 'windows'];
  for (const [state, expected] of [
    ['Draft', SETTINGS],
    ['Scheduled', ['name', 'rate', 'gates', 'end_at']],
    ['Running', ['name', 'rate', 'gates', 'end_at']],
    ['Paused', ['name', 'exclude', 'rate', 'gates', 'end_at']],
    ['Completed', []],
    ['Cancelled', []],
  ] as const) {
    it(`in ${state}`, () => {
      expect(SETTINGS.filter((setting) => mayChangeSetting(setting, state))).to.deep.equal(expected);
    });
  }
});
