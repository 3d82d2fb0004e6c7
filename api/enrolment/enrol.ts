import Joi from 'joi';
import { reportedText } from '../../shared/platform/values/texts.js';
import { enrolDevice } from '../../shared/enrolment/operations/enrol-device.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { acceptedToken, enrollingMac } from './accepted-token.js';

interface Input {
  token: string;
  nonce: string;
  mac_id: string;
  router_serial_number: string;
  board: string;
  agent: string;
}

/** How long a device that waits leaves between two requests. */
const NEXT_REQUEST_IN_S = 30;

export const enrolEndpoint = endpoint<Input>({
  operation: 'enrol',
  summary: 'A device with an enrolment token asks for its key',
  family: 'device',
  access: 'public',
  changes: true,
  showsSecrets: true,
  routes: PATHS.enrol,
  input: Joi.object({
    token: Joi.string().max(128).required().description('An enrolment token'),
    nonce: Joi.string()
      .pattern(/^[A-Za-z0-9+/_=-]{43,88}$/)
      .messages({ 'string.pattern.base': '{{#label}} must be 32 random bytes in hex or Base64' })
      .required()
      .description('32 random bytes in hex or Base64, which the device keeps until its first heartbeat'),
    mac_id: enrollingMac,
    router_serial_number: reportedText(255).trim().allow('').default(''),
    board: reportedText(255)
      .trim()
      .allow('')
      .default('')
      .description('As a hardware part lists it in `boards`'),
    agent: reportedText(100).trim().allow('').default(''),
  }),
  output: {
    201: Joi.object({
      status: Joi.number().valid(201).required(),
      device_key: Joi.string().required(),
    }),
    202: Joi.object({
      status: Joi.number().valid(202).required(),
      enrolment_id: Joi.number().integer().required().description('The request that waits for a person'),
      next_request_in: Joi.number().integer().required().description('Seconds'),
    }),
  },
  refusals: ['enrolmentNotFound', 'enrolmentRefused', 'inventoryFull', 'overloaded'],
  async handle({ deps, input, ip, requestId }) {
    const token = await acceptedToken(deps, ip, input.token);
    const asking = {
      nonce: input.nonce,
      macId: input.mac_id,
      routerSerialNumber: input.router_serial_number,
      board: input.board,
      agent: input.agent,
      publicIp: ip,
    };
    const answer = await deps.capacity.operations.run(token.organisationId, async () => {
      await deps.enrolmentLimit(token.tokenHash);
      return enrolDevice(deps, token, asking, requestId);
    });
    if ('deviceKey' in answer) return { status: 201, body: { status: 201, device_key: answer.deviceKey } };
    const { waiting: enrolment_id } = answer;
    return { status: 202, body: { status: 202, enrolment_id, next_request_in: NEXT_REQUEST_IN_S } };
  },
});
