import { endUserSessions } from '../../../shared/access/operations/end-user-sessions.js';
import { deletionEndpoint } from '../../http/deletion.js';
import { recordId } from '../../http/fields.js';
import { PATHS } from '../../paths.js';

export const endSessionsEndpoint = deletionEndpoint({
  operation: 'end_user_sessions',
  summary: 'End all browser sessions of a user whom the caller manages, or of the caller',
  routes: PATHS.endUserSessions,
  input: recordId,
  refusals: ['userNotFound'],
  run: (deps, caller, { id }, accompany) => endUserSessions(deps, caller, id, accompany),
});
