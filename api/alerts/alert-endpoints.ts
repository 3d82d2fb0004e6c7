import type { Endpoint } from '../http/endpoint.js';
import { acknowledgeAlertEndpoint } from './acknowledge-alert.js';
import { listAlertsEndpoint } from './list-alerts.js';
import { showAlertSettingsEndpoint } from './show-alert-settings.js';
import { showNotificationsEndpoint } from './show-notifications.js';
import { updateAlertSettingsEndpoint } from './update-alert-settings.js';
import { updateNotificationsEndpoint } from './update-notifications.js';

/** The operations on alerts, their settings and notifications. */
export const ALERT_ENDPOINTS: readonly Endpoint[] = [
  listAlertsEndpoint,
  acknowledgeAlertEndpoint,
  showAlertSettingsEndpoint,
  updateAlertSettingsEndpoint,
  showNotificationsEndpoint,
  updateNotificationsEndpoint,
];
