import Joi from 'joi';
import { showNotifications } from '../../shared/alerts/operations/mail/own-notifications.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { notificationsAnswer, notificationsAnswerSchema } from './present-notifications.js';

export const showNotificationsEndpoint = endpoint({
  operation: 'show_notifications',
  summary: 'Show which alerts the caller gets by e-mail',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.showNotifications,
  input: Joi.object({ access_token: accessToken }),
  headers: ['If-None-Match'],
  output: { 200: notificationsAnswerSchema },
  refusals: [],
  handle: async ({ deps, caller }) => notificationsAnswer(await showNotifications(deps, caller)),
});
