import { deleteUser } from '../../../shared/access/operations/users/delete-user.js';
import { deletionEndpoint } from '../../http/deletion.js';
import { recordId } from '../../http/fields.js';
import { PATHS } from '../../paths.js';

export const deleteUserEndpoint = deletionEndpoint({
  operation: 'delete_user',
  summary: 'Delete a user whom the caller manages; its tokens and sessions end',
  routes: PATHS.deleteUser,
  input: recordId,
  hasRevision: true,
  refusals: ['forbidden', 'userNotFound', 'stateForbids'],
  run: deleteUser,
});
