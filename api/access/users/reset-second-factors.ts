import { resetUserFactors } from '../../../shared/access/operations/factors/reset-factors.js';
import { deletionEndpoint } from '../../http/deletion.js';
import { recordId } from '../../http/fields.js';
import { PATHS } from '../../paths.js';

export const resetSecondFactorsEndpoint = deletionEndpoint({
  operation: 'reset_second_factors',
  summary: 'Remove all second factors of a user with a lower role, for a super_admin; its sessions end',
  routes: PATHS.resetSecondFactors,
  input: recordId,
  refusals: ['forbidden', 'userNotFound', 'stateForbids'],
  run: (deps, caller, { id }, accompany) => resetUserFactors(deps, caller, id, accompany),
});
