import Joi from 'joi';
import { updateInfo } from '../../shared/openwisp/operations/update-info.js';
import { reported, versionText } from '../../shared/platform/values/texts.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { agentEndpoint, agentFields, agentOf, TEXT, type AgentInput } from './agent-key.js';

interface Input extends AgentInput {
  os: string;
}

export const openwispInfoEndpoint = endpoint<Input>({
  ...agentEndpoint,
  operation: 'openwisp_update_info',
  summary: 'A device with openwisp-config says which system it runs',
  routes: PATHS.openwispInfo,
  input: Joi.object({
    ...agentFields,
    os: reported(versionText).allow('').default('').description('The version that it runs'),
  }),
  answerType: 'text/plain',
  output: { 200: Joi.string() },
  async handle(request) {
    await updateInfo(request.deps, await agentOf(request), request.input.os);
    return { status: 200, headers: TEXT, body: 'update-info: success\n' };
  },
});
