import Joi from 'joi';
import { showAlertSettings } from '../../shared/alerts/operations/alert-settings.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { alertSettingsAnswer, alertSettingsAnswerSchema } from './present-alert-settings.js';

export const showAlertSettingsEndpoint = endpoint({
  operation: 'show_alert_settings',
  summary: 'Show which alerts the organisation opens',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.showAlertSettings,
  input: Joi.object({ access_token: accessToken }),
  headers: ['If-None-Match'],
  output: { 200: alertSettingsAnswerSchema },
  refusals: ['forbidden'],
  handle: async ({ deps, caller }) => alertSettingsAnswer(await showAlertSettings(deps, caller)),
});
