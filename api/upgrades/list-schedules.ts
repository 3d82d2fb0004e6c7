import Joi from 'joi';
import { listSchedules } from '../../shared/upgrades/operations/list/list-schedules.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { presentSchedule, listedScheduleSchema } from './present-schedule.js';

export const listSchedulesEndpoint = endpoint({
  operation: 'upgrade schedules',
  summary:
    'The schedules that are due next and that run or ran lately, with how many upgrades have which status',
  family: 'upgrades',
  access: 'user',
  changes: false,
  routes: PATHS.upgradeSchedules,
  input: Joi.object({ access_token: accessToken }),
  output: {
    200: Joi.object({
      data: Joi.object({ schedules: Joi.array().items(listedScheduleSchema).required() }).required(),
    }),
  },
  refusals: [],
  async handle({ deps, caller }) {
    const schedules = await listSchedules(deps, caller);
    return { status: 200, body: { data: { schedules: schedules.map(presentSchedule) } } };
  },
});
