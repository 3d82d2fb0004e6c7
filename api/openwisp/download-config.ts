import Joi from 'joi';
import { downloadArchive } from '../../shared/openwisp/operations/download-archive.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { agentEndpoint, agentFields, agentOf, type AgentInput } from './agent-key.js';

export const openwispDownloadEndpoint = endpoint<AgentInput>({
  ...agentEndpoint,
  operation: 'openwisp_download_config',
  summary: 'A device with openwisp-config downloads its configuration',
  showsSecrets: true,
  routes: PATHS.openwispDownload,
  input: Joi.object(agentFields),
  answerType: 'application/gzip',
  output: { 200: Joi.string().description('A gzipped tar archive of files in etc/config') },
  refusals: [...agentEndpoint.refusals, 'configurationRefused'],
  async handle(request) {
    const archive = await downloadArchive(request.deps, await agentOf(request));
    const headers = {
      'Content-Type': 'application/gzip',
      'Content-Disposition': 'attachment; filename="configuration.tar.gz"',
    };
    return { status: 200, headers, body: archive };
  },
});
