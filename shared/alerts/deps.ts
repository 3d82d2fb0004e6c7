import type { ActivityStores } from '../activity/deps.js';
import type { BaseDeps } from '../platform/deps.js';
import type { IdSource } from '../platform/mongo/ids.js';
import type { AlertModels } from './models/models.js';
import { createAlertListStore } from './stores/alert-list-store.js';
import { createAlertMailStore } from './stores/alert-mail-store.js';
import { createAlertSettingsStore } from './stores/alert-settings-store.js';
import { createAlertStore } from './stores/alert-store.js';
import { createNoticeStore } from './stores/notice-store.js';
import { createReceiverStore } from './stores/receiver-store.js';
import { createSilenceStore } from './stores/silence-store.js';
import { createSourceStore } from './stores/source-store.js';
import { createUcentralSourceStore } from './stores/ucentral-source-store.js';

export function createAlertStores(models: AlertModels, ids: IdSource) {
  return {
    alerts: createAlertStore(models, ids),
    alertLists: createAlertListStore(models),
    alertMails: createAlertMailStore(models, ids),
    alertNotices: createNoticeStore(models),
    alertSettings: createAlertSettingsStore(models),
    alertSources: { ...createSourceStore(models), ...createUcentralSourceStore(models) },
    receivers: createReceiverStore(models),
    silences: createSilenceStore(models),
  };
}

/** The stores of alerts and of the families below. */
export interface AlertStores extends ActivityStores, ReturnType<typeof createAlertStores> {}

/** What operations on alerts may use. */
export type AlertDeps = BaseDeps<AlertStores>;
