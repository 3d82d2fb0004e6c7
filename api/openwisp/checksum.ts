import Joi from 'joi';
import { pollChecksum } from '../../shared/openwisp/operations/poll-checksum.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { agentEndpoint, agentFields, agentOf, TEXT, type AgentInput } from './agent-key.js';

export const openwispChecksumEndpoint = endpoint<AgentInput>({
  ...agentEndpoint,
  operation: 'openwisp_checksum',
  summary: 'A device with openwisp-config says that it lives, and learns the checksum of its configuration',
  routes: PATHS.openwispChecksum,
  input: Joi.object(agentFields),
  answerType: 'text/plain',
  output: { 200: Joi.string().hex().length(32).description('The MD5 of the archive') },
  refusals: [...agentEndpoint.refusals, 'configurationRefused'],
  async handle(request) {
    const agent = await agentOf(request);
    return { status: 200, headers: TEXT, body: await pollChecksum(request.deps, agent) };
  },
});
