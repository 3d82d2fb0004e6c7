import { Schema } from 'mongoose';
import { collection } from '../../../platform/models/options.js';
import type {
  Announcement,
  BaseSettings,
  CanaryPart,
  Hold,
  StoredSettings,
} from '../domain/network-configuration.js';

/**
 * The sequence of a network's settings, and how far they have come. A network whose settings have never changed has no
 * record and is at 0. Every write sets `changedAt`: by it the APIs read what has changed.
 */
export interface NetworkConfigurationRecord {
  /** The network's id. */
  _id: number;
  organisationId: number;
  /** Grows with every change of the network's SSIDs, of its radio settings, of its time zone and of `confirmWithinS`. */
  seq: number;
  /** The sequence of the last retry: what devices refused before it does not count. Absent before the first. */
  retriedSeq?: number;
  changedAt: Date;
  settings?: StoredSettings;
  /** Null or absent: every device gets the live settings. */
  base?: BaseSettings | null;
  /** At most one entry for each hardware part. */
  parts?: readonly CanaryPart[];
  held?: Hold | null;
  /** Whether `held` is set. A separate flag, because the filter of a partial index accepts only equalities. */
  isHeld?: boolean;
  /** The devices that have refused the live settings, as far as the worker knows; at most `stop_after`. */
  refusals?: readonly number[];
  /** Whether canaries are under way, and when the worker judges them next. */
  isWatched?: boolean;
  dueAt?: Date;
  announcements?: readonly Announcement[];
  /** Whether there are announcements. */
  isAnnouncing?: boolean;
  /** When the import began that added the record. */
  importedAt?: Date | null;
}

export const networkConfigurationModel = new Schema<NetworkConfigurationRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    seq: { type: Number, default: 0 },
    retriedSeq: { type: Number, default: undefined },
    changedAt: { type: Date, required: true },
    settings: { type: Object, default: undefined },
    base: { type: Object, default: undefined },
    parts: { type: [Object], default: undefined } as never,
    held: { type: Object, default: undefined },
    isHeld: { type: Boolean, default: undefined },
    refusals: { type: [Number], default: undefined } as never,
    isWatched: { type: Boolean, default: undefined },
    dueAt: { type: Date, default: undefined },
    announcements: { type: [Object], default: undefined } as never,
    isAnnouncing: { type: Boolean, default: undefined },
    importedAt: { type: Date, default: undefined },
  } satisfies Record<keyof NetworkConfigurationRecord, unknown>,
  collection('network_configurations'),
);
networkConfigurationModel.index({ organisationId: 1, _id: 1 }, { name: 'organisation' });
networkConfigurationModel.index({ changedAt: 1 }, { name: 'changed' });
networkConfigurationModel.index(
  { organisationId: 1, _id: 1 },
  { name: 'organisation_held', partialFilterExpression: { isHeld: true } },
);
networkConfigurationModel.index(
  { dueAt: 1 },
  { name: 'watched', partialFilterExpression: { isWatched: true } },
);
networkConfigurationModel.index(
  { changedAt: 1 },
  { name: 'announcing', partialFilterExpression: { isAnnouncing: true } },
);
