import Joi from 'joi';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { currentStatus } from '../../shared/status/operations/current-status.js';
import { deviceMaintenance } from '../../shared/upgrades/operations/list/maintenance.js';
import { endpoint } from '../http/endpoint.js';
import { errorBody } from '../http/middleware/errors.js';
import { accessToken, optionalFlag, optionalText, refusal } from '../http/fields.js';
import { currentStatusSchema, presentCurrentStatus } from './present-current-status.js';
import { maintenanceSchema, presentMaintenance } from '../upgrades/present-maintenance.js';
import { namingLookedUp } from '../http/looked-up.js';
import { PATHS } from '../paths.js';

interface Input {
  mac_id?: string | null;
  maintenance?: boolean;
}

export const currentStatusEndpoint = endpoint<Input>({
  operation: 'current_status',
  summary: 'The live status of one device, with the ports of a switch',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.currentStatus,
  input: Joi.object({
    mac_id: optionalText('The device'),
    maintenance: optionalFlag.description('True: the answer also has `maintenance`'),
    access_token: accessToken,
  }),
  output: {
    200: currentStatusSchema.keys({ maintenance: maintenanceSchema.allow(null) }),
    404: refusal.keys({ status: Joi.number().valid(404).required() }),
  },
  refusals: ['deviceNotFound'],
  async handle({ deps, caller, input }) {
    try {
      const status = await currentStatus(deps, caller, input.mac_id ?? '');
      const body = presentCurrentStatus(status, deps.now(), deps.env.downAfterS);
      if (input.maintenance !== true) return { status: 200, body };
      const found = await deviceMaintenance(deps, status.device);
      return { status: 200, body: { ...body, maintenance: found && presentMaintenance(found) } };
    } catch (error) {
      // This refusal, unlike all others of /v1, says its status in the body as well.
      if (!(error instanceof AppError) || error.refusal !== 'deviceNotFound') throw error;
      return { status: 404, body: { status: 404, ...errorBody('v1', namingLookedUp(error, { ...input })) } };
    }
  },
});
