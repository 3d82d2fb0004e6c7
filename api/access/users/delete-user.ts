import { deleteUser } from '../../../shared/access/operations/users/delete-user.js';
import { DELETED, deletedSchema } from '../../http/answer-schemas.js';
import { endpoint } from '../../http/endpoint.js';
import { recordId } from '../../http/fields.js';
import { PATHS } from '../../paths.js';

export const deleteUserEndpoint = endpoint<{ id: number }>({
  operation: 'delete_user',
  summary: 'Delete a user whom the caller manages; its tokens and sessions end',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.deleteUser,
  input: recordId,
  headers: ['If-Match'],
  output: { 200: deletedSchema },
  refusals: ['forbidden', 'userNotFound', 'revisionChanged'],
  async handle({ deps, caller, input: { id }, revisions }) {
    await deleteUser(deps, caller, { id, revisions });
    return DELETED;
  },
});
