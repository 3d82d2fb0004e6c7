import { showPreview } from '../../shared/rollouts/operations/preview/request-preview.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { previewAnswer, previewSchema } from './present-preview.js';
import { actionInput, type ActionInput } from './rollout-input.js';

export const showPreviewEndpoint = endpoint<ActionInput>({
  operation: 'show_rollout_preview',
  summary: 'Show what a rollout would do',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.showPreview,
  input: actionInput,
  output: { 200: previewSchema },
  refusals: ['rolloutNotFound'],
  async handle({ deps, caller, input: { id } }) {
    return previewAnswer(await showPreview(deps, caller, id));
  },
});
