import { createPasswordLink } from '../../../shared/access/operations/links/create-password-link.js';
import { findUser } from '../../../shared/access/operations/users/find-user.js';
import { recordSchema } from '../../http/answer-schemas.js';
import { endpoint, type Answer } from '../../http/endpoint.js';
import { recordId, UNKNOWN_ID } from '../../http/fields.js';
import { PATHS } from '../../paths.js';
import { presentPasswordLink, shownPasswordLink, type ShownPasswordLink } from './present-password-link.js';

export const createPasswordLinkEndpoint = endpoint<{ id: number }>({
  operation: 'create_password_link',
  summary: 'Make a link at which a user whom the caller manages sets a new password',
  family: 'v1',
  access: 'user',
  changes: true,
  showsSecrets: true,
  routes: PATHS.createPasswordLink,
  input: recordId,
  headers: ['Idempotency-Key'],
  output: { 201: recordSchema('password_link', shownPasswordLink) },
  refusals: ['forbidden', 'userNotFound', 'idempotencyKeyInUse', 'idempotencyKeyReused'],
  beforeFields: ({ deps, caller, input: { id = UNKNOWN_ID } }) => findUser(deps, caller, id),
  async handle({ deps, caller, input: { id }, keep }) {
    const made = await createPasswordLink(deps, caller, id, (_link, session) =>
      keep(answerOf(null), session),
    );
    return answerOf(presentPasswordLink(deps, made));
  },
});

function answerOf(link: ShownPasswordLink | null): Answer {
  return { status: 201, body: { data: { password_link: link }, status: 201 } };
}
