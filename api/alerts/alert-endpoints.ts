import type { Endpoint } from '../http/endpoint.js';
import { acknowledgeAlertEndpoint } from './acknowledge-alert.js';
import { listAlertsEndpoint } from './list-alerts.js';
import { showAlertSettingsEndpoint } from './show-alert-settings.js';
import { updateAlertSettingsEndpoint } from './update-alert-settings.js';

/** The operations on alerts and their settings. */
export const ALERT_ENDPOINTS: readonly Endpoint[] = [
  listAlertsEndpoint,
  acknowledgeAlertEndpoint,
  showAlertSettingsEndpoint,
  updateAlertSettingsEndpoint,
];
