import Joi from 'joi';
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
} from '../../shared/access/operations/own-sessions.js';
import type { ListedToken } from '../../shared/access/stores/credential-store.js';
import { publicTokenId } from '../../shared/platform/values/secrets.js';
import { deletionEndpoint } from '../http/deletion.js';
import { accessToken } from '../http/fields.js';
import { sortedListEndpoint } from '../http/sorted-list.js';
import { PATHS } from '../paths.js';

const time = Joi.string().isoDate();

const sessionSchema = Joi.object({
  id: Joi.string().required().description('Reveals nothing of the session'),
  is_current: Joi.boolean().required().description('Whether this request was sent with it'),
  browser: Joi.string()
    .allow('', null)
    .required()
    .description('The User-Agent of the sign-in; null when it is not known'),
  address: Joi.string().allow(null).required().description('The address of the sign-in'),
  created_at: time.required(),
  last_seen_at: time.allow(null).required(),
  expires_at: time.required(),
});

function presentSession(session: ListedToken, currentId: string | null) {
  return {
    id: session.id,
    is_current: session.id === currentId,
    browser: session.from?.browser ?? null,
    address: session.from?.address ?? null,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastUsedAt?.toISOString() ?? null,
    expires_at: session.expiresAt.toISOString(),
  };
}

export const listOwnSessionsEndpoint = sortedListEndpoint<ListedToken>({
  operation: 'list_own_sessions',
  summary: 'List the browsers in which the caller is signed in, newest first',
  routes: PATHS.listOwnSessions,
  resource: 'sessions',
  item: sessionSchema,
  columns: { created_at: 'createdAt' },
  newestFirst: true,
  ids: 'texts',
  read: (deps, caller, page) => listOwnSessions(deps, caller, page),
  present(sessions, _deps, _caller, { sessionHash }) {
    const currentId = sessionHash === null ? null : publicTokenId(sessionHash);
    return sessions.map((session) => presentSession(session, currentId));
  },
});

const sessionId: Joi.ObjectSchema<{ id: string }> = Joi.object({
  id: Joi.string().required().description('As in the list of sessions'),
  access_token: accessToken,
});

export const endOwnSessionEndpoint = deletionEndpoint({
  operation: 'end_own_session',
  summary: 'End a browser session of the caller',
  own: true,
  routes: PATHS.endOwnSession,
  input: sessionId,
  refusals: ['accessTokenNotFound'],
  run: (deps, caller, { id }, accompany) => endOwnSession(deps, caller, id, accompany),
});

export const endOtherSessionsEndpoint = deletionEndpoint({
  operation: 'end_other_sessions',
  summary: 'End all browser sessions of the caller but for that of the request',
  own: true,
  routes: PATHS.endOtherSessions,
  input: Joi.object<object>({ access_token: accessToken }),
  refusals: [],
  run: (deps, caller, { sessionHash }, accompany) =>
    endOtherSessions(deps, caller, sessionHash ?? '', accompany),
});
