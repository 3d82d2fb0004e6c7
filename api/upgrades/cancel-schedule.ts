import { cancelSchedule } from '../../shared/upgrades/operations/schedule/cancel-schedule.js';
import { endpoint } from '../http/endpoint.js';
import { recordId } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { upgradeMessage } from './present-upgrade.js';

export const cancelScheduleEndpoint = endpoint<{ id: number }>({
  operation: 'upgrade schedules delete',
  summary: 'Delete the pending upgrades of a schedule; what has begun goes on',
  family: 'upgrades',
  access: 'user',
  changes: true,
  routes: PATHS.upgradeSchedulesDelete,
  input: recordId,
  output: { 200: upgradeMessage(200) },
  refusals: ['scheduleNotFound', 'upgradeNotPending'],
  async handle({ deps, caller, input }) {
    const deleted = await cancelSchedule(deps, caller, input.id);
    const message = `Deleted ${deleted} pending ${deleted === 1 ? 'upgrade' : 'upgrades'}`;
    return { status: 200, body: { message, status: 200 } };
  },
});
