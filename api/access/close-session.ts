import Joi from 'joi';
import { endSession } from '../../shared/access/operations/end-session.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';

export const closeSessionEndpoint = endpoint({
  operation: 'close_session',
  summary: 'Sign out a browser: its session is revoked and the cookie deleted',
  family: 'v1',
  access: 'public',
  changes: true,
  ownOrigin: true,
  routes: PATHS.closeSession,
  input: Joi.object({}),
  output: { 204: Joi.any() },
  refusals: ['forbidden'],
  async handle({ deps, requestId, ip, browserSessionHash }) {
    await endSession(deps, browserSessionHash, { requestId, address: ip });
    return { status: 204, session: null };
  },
});
