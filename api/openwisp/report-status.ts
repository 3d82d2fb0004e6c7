import Joi from 'joi';
import { reportStatus, type AgentStatus } from '../../shared/openwisp/operations/report-status.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { agentEndpoint, agentFields, agentOf, TEXT, type AgentInput } from './agent-key.js';

interface Input extends AgentInput {
  status: AgentStatus;
}

export const openwispReportEndpoint = endpoint<Input>({
  ...agentEndpoint,
  operation: 'openwisp_report_status',
  summary: 'A device with openwisp-config reports whether it has applied its configuration',
  routes: PATHS.openwispReport,
  // The reason of an error quotes the log of the device, which may have keys: it is not read.
  input: Joi.object({ ...agentFields, status: Joi.string().valid('applied', 'error').required() }),
  answerType: 'text/plain',
  output: { 200: Joi.string() },
  async handle(request) {
    const { status } = request.input;
    await reportStatus(request.deps, await agentOf(request), status);
    const body = `report-result: success\ncurrent-status: ${status}\n`;
    return { status: 200, headers: TEXT, body };
  },
});
