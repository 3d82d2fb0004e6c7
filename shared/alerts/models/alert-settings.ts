import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { StoredSettings } from '../domain/alert-settings.js';
import type { StoredEmailSettings } from '../domain/notification-settings.js';

/**
 * The alert settings of an organisation, and how far the worker has looked at its devices. Callers change `kinds` and
 * `email` under `revision`; the worker changes the rest.
 */
export interface AlertSettingsRecord {
  /** The organisation. */
  _id: number;
  organisationId: number;
  kinds: StoredSettings;
  /** The mails of users who have not chosen; absent before the first change. */
  email?: StoredEmailSettings;
  /** 0 before the first change. */
  revision: number;
  /** The sort key of the last heartbeat up to which the silence of devices, and of networks, has been looked at. */
  devicesTo?: string;
  networksTo?: string;
}

export const alertSettingsModel = new Schema<AlertSettingsRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    kinds: { type: Schema.Types.Mixed, default: {} } as never,
    email: { type: Schema.Types.Mixed, default: undefined } as never,
    revision: { type: Number, default: 0 },
    devicesTo: { type: String, default: undefined },
    networksTo: { type: String, default: undefined },
  },
  collection('alert_settings'),
);
alertSettingsModel.index({ organisationId: 1 }, { name: 'organisation', unique: true });
