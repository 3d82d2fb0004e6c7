import Joi from 'joi';
import { registerDevice } from '../../shared/openwisp/operations/register-device.js';
import { reportedText } from '../../shared/platform/values/texts.js';
import { acceptedToken, enrollingMac } from '../enrolment/accepted-token.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { TEXT } from './agent-key.js';

interface Input {
  secret: string;
  mac_address: string;
  model: string;
  os: string;
}

const MAX_AGENT = 100;

export const openwispRegisterEndpoint = endpoint<Input>({
  operation: 'openwisp_register',
  summary: 'A device with openwisp-config registers itself',
  family: 'openwisp',
  access: 'public',
  changes: true,
  showsSecrets: true,
  routes: PATHS.openwispRegister,
  // The agent also sends a key, which others can compute, and a name, a backend and tags, which mean nothing here.
  input: Joi.object({
    secret: Joi.string().max(128).required().description('An enrolment token'),
    mac_address: enrollingMac,
    model: reportedText(255)
      .trim()
      .allow('')
      .default('')
      .description('As a hardware part lists it in `boards`'),
    os: reportedText(255).trim().allow('').default(''),
  }),
  answerType: 'text/plain',
  output: { 201: Joi.string() },
  refusals: ['enrolmentNotFound', 'enrolmentRefused', 'inventoryFull', 'overloaded'],
  async handle({ deps, input, ip, requestId }) {
    const token = await acceptedToken(deps, ip, input.secret);
    const macId = input.mac_address;
    const device = {
      macId,
      routerSerialNumber: '',
      board: input.model,
      agent: `openwisp-config ${input.os}`.trim().slice(0, MAX_AGENT),
      publicIp: ip,
    };
    const { uuid, deviceKey, isNew } = await deps.capacity.operations.run(token.organisationId, async () => {
      await deps.enrolmentLimit(token.tokenHash);
      return registerDevice(deps, token, device, requestId);
    });
    const lines = [
      'registration-result: success',
      `uuid: ${uuid}`,
      `key: ${deviceKey}`,
      `hostname: ${macId}`,
      `is-new: ${Number(isNew)}`,
    ];
    return { status: 201, headers: TEXT, body: `${lines.join('\n')}\n` };
  },
});
