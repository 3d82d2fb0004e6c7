import { findUser } from '../../../shared/access/operations/users/find-user.js';
import { endpoint } from '../../http/endpoint.js';
import { recordId } from '../../http/fields.js';
import { PATHS } from '../../paths.js';
import { userAnswer, userAnswerSchema } from './present-user.js';

export const showUserEndpoint = endpoint<{ id: number }>({
  operation: 'show_user',
  summary: 'Show a user whom the caller manages, or the caller',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.showUser,
  input: recordId,
  headers: ['If-None-Match'],
  output: { 200: userAnswerSchema },
  refusals: ['forbidden', 'userNotFound'],
  async handle({ deps, caller, input: { id } }) {
    return userAnswer(await findUser(deps, caller, id));
  },
});
