import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { ProgressCounts } from '../domain/progress-counts.js';
import type { Observed } from '../domain/health/fisher.js';
import type { PartLook, SickDevices, TestName } from '../domain/health/judge-part.js';

/** The numbers of upgrades by state at a time, and how many of their devices were sick. */
export interface NotedCounts extends Omit<ProgressCounts, 'devices'> {
  readonly at: Date;
  readonly sick: SickDevices;
}

/** What a look has compared: devices with any sign, and with each sign that it has tested. */
export interface NotedLook {
  readonly at: Date;
  readonly treated: Observed;
  readonly control: Observed;
  readonly tests: readonly {
    readonly sign: TestName;
    readonly treated: Observed;
    readonly control: Observed;
  }[];
}

/** What a look has found of a hardware part. */
export interface NotedPart {
  readonly part: string;
  readonly point: NotedLook;
  /** Some of the sick devices. */
  readonly sick: PartLook['examples'];
}

/** A series of points of a rollout, oldest first. In a collection of its own, because every tick reads the rollout. */
export interface RolloutSeriesRecord {
  /** `rollout:counts`, or `rollout:looks:part`. */
  _id: string;
  organisationId: number;
  rolloutId: number;
  /** Of a series of looks: the hardware part; null of the counts. */
  partNumber: string | null;
  points: (NotedCounts | NotedLook)[];
  /** Of a series of looks: some of the devices that the last one found sick. */
  sick?: PartLook['examples'];
  /** Of the last point. */
  lastAt: Date;
}

/** As long as rollouts are in the audit log. */
const KEPT_S = 400 * 86_400;

export const rolloutSeriesModel = new Schema<RolloutSeriesRecord>(
  {
    _id: String,
    organisationId: { type: Number, required: true },
    rolloutId: { type: Number, required: true },
    partNumber: { type: String, default: null },
    points: { type: [Schema.Types.Mixed], required: true } as never,
    sick: { type: [Schema.Types.Mixed], default: undefined } as never,
    lastAt: { type: Date, required: true },
  },
  collection('rollout_series'),
);
rolloutSeriesModel.index({ organisationId: 1, rolloutId: 1 }, { name: 'organisation_rollout' });
rolloutSeriesModel.index({ lastAt: 1 }, { name: 'expiry', expireAfterSeconds: KEPT_S });
