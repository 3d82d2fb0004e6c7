import type { CliCommand } from '../command.js';

const MAX_LISTED = 100;

export const upgradesStuck: CliCommand = {
  name: 'upgrades stuck',
  summary:
    'List upgrades and schedules that the sweep should have seen to by now; exit code 1 when there are any',
  usage: '',
  options: {},
  async run({ stores, env, now, print }) {
    // Two sweep intervals, so that an upgrade that is merely due does not count as stuck.
    const before = new Date(now().getTime() - env.sweepIntervalS * 2000);
    const upgrades = await stores.upgradeAdmin.stuckUpgrades(before, MAX_LISTED);
    const schedules = await stores.upgradeAdmin.stuckSchedules(before, MAX_LISTED);
    for (const { _id, organisationId, macId, status, deadlineAt } of upgrades) {
      print(
        `upgrade ${_id} of organisation ${organisationId}: ${macId} is ${status}, deadline ${deadlineAt?.toISOString() ?? 'none'}`,
      );
    }
    for (const { _id, organisationId, state, dueAt } of schedules) {
      print(`schedule ${_id} of organisation ${organisationId}: ${state}, due ${dueAt.toISOString()}`);
    }
    if (upgrades.length + schedules.length === 0) print('Nothing is stuck');
    return upgrades.length + schedules.length === 0 ? 0 : 1;
  },
};
