import { listUsers } from '../../../shared/access/operations/users/find-user.js';
import { sortedListEndpoint } from '../../http/sorted-list.js';
import { PATHS } from '../../paths.js';
import { presentUser, userSchema } from './present-user.js';

export const listUsersEndpoint = sortedListEndpoint({
  operation: 'list_users',
  summary: 'List the users whom the caller manages, and the caller',
  routes: PATHS.listUsers,
  resource: 'users',
  item: userSchema,
  columns: { id: '_id', email: 'email' },
  refusals: ['forbidden'],
  read: listUsers,
  present: (users) => users.map(presentUser),
});
