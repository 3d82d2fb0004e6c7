import { row, type TenancyRow } from './row.js';

/** Alerts and their settings (docs/http.md#callers). */
export const ALERT_ROWS: readonly TenancyRow[] = [
  //  super_admin admin operator viewer tier2 readOnly hidden foreign
  row(
    'list_alerts',
    'network_id',
    async (target) => {
      await target.alert();
      return { network_id: target.network._id };
    },
    'seen seen seen seen seen seen blind blind',
  ),
  row(
    'acknowledge_alert',
    'id',
    async (target) => ({ id: await target.alert() }),
    'seen seen seen 403/1102 seen seen 404/1126 404/1126',
  ),
  row(
    'show_alert_settings',
    'nothing',
    () => ({}),
    'done done 403/1102 403/1102 done 403/1102 403/1102 blind',
  ),
  row(
    'update_alert_settings',
    'kinds',
    () => ({ kinds: { radio_down: { enabled: false } } }),
    'done done 403/1102 403/1102 done 403/1102 403/1102 blind',
  ),
  row('show_notifications', 'nothing', () => ({}), 'done done done done done done done done'),
  row(
    'update_notifications',
    'network',
    (target) => ({ email: { networks: [target.network._id] } }),
    'done done done done done done 422/1109 422/1109',
  ),
];
