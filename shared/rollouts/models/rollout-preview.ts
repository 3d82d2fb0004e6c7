import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { StoredColumns } from '../domain/preview/device-list.js';
import type { Comparison } from '../domain/preview/drift.js';
import type { Largest } from '../domain/preview/largest.js';
import type { PreviewedStage } from '../domain/preview/preview-stages.js';
import type { StageTimes } from '../domain/preview/preview-times.js';
import type { RolloutTargeting } from './rollout.js';
import type { TargetPosition } from './rollout-stage.js';

/** What a preview is for: a caller's question, or the comparison with the latest preview at the first binding. */
export type PreviewPurpose = 'preview' | 'drift';

export type SkipReason = 'on_version' | 'no_firmware' | 'release_gone';

/** Devices that get no upgrade, by reason, with the first 100 MACs. */
export interface SkippedDevices {
  count: number;
  macIds: string[];
}

/** Counts of the devices that the walk has passed. */
export interface PreviewTotals {
  targeted: number;
  toUpgrade: number;
  /** Devices that do not run the version: those to upgrade, and those without a release. */
  listed: number;
  otherPending: number;
  offline: number;
  /** Among those to upgrade: devices that could not be rolled back. */
  notReversible: number;
  skipped: Partial<Record<SkipReason, SkippedDevices>>;
}

/** The computation of a preview. */
export interface PreviewRun {
  /** Different for each request; names its lists. */
  id: string;
  /** The rollout as it was then, whatever changes in the meantime. */
  rollout: RolloutTargeting;
  revision: number;
  /** Where the next slice begins; null before the first one. */
  position: TargetPosition | null;
  /** Whether all devices are listed. */
  isListed: boolean;
  totals: PreviewTotals;
  /** The lists that it has written, in order. */
  lists: string[];
}

export interface PreviewResult {
  readonly run: string;
  readonly at: Date;
  readonly fingerprint: string;
  readonly totals: PreviewTotals;
  readonly stages: readonly (PreviewedStage & StageTimes)[];
  readonly byPart: Largest<string>;
  readonly byNetwork: Largest<number>;
  readonly byVersion: Largest<string>;
  /** Of the purpose drift: the difference from the latest preview. */
  readonly comparison: Comparison | null;
}

/** The preview of a rollout. Every write is conditional on `seq` and increments it. */
export interface RolloutPreviewRecord {
  /** The rollout and the purpose: `7:preview`. */
  _id: string;
  organisationId: number;
  rolloutId: number;
  purpose: PreviewPurpose;
  seq: number;
  /** Whether `run` exists. A separate flag, because the filter of a partial index accepts only equalities. */
  isComputing: boolean;
  requestedAt: Date;
  /** The computation under way; null when there is none. */
  run: PreviewRun | null;
  /** The latest result; null before the first one. */
  result: PreviewResult | null;
  /** The lists of the result, which a later start is compared with. */
  lists: string[];
}

/** A slice of the devices that a run has listed. */
export interface PreviewListRecord extends StoredColumns {
  _id: string;
  organisationId: number;
  rolloutId: number;
}

const { Mixed } = Schema.Types;

export const rolloutPreviewModel = new Schema<RolloutPreviewRecord>(
  {
    _id: String,
    organisationId: { type: Number, required: true },
    rolloutId: { type: Number, required: true },
    purpose: { type: String, required: true },
    seq: { type: Number, required: true },
    isComputing: { type: Boolean, required: true },
    requestedAt: { type: Date, required: true },
    run: { type: Mixed, default: null },
    result: { type: Mixed, default: null },
    lists: { type: [String], default: [] },
  },
  collection('rollout_previews'),
);
rolloutPreviewModel.index({ organisationId: 1, rolloutId: 1 }, { name: 'organisation_rollout' });
rolloutPreviewModel.index(
  { requestedAt: 1 },
  { name: 'computing', partialFilterExpression: { isComputing: true } },
);

const bytes = { type: Buffer, required: true };

export const previewListModel = new Schema<PreviewListRecord>(
  {
    _id: String,
    organisationId: { type: Number, required: true },
    rolloutId: { type: Number, required: true },
    length: { type: Number, required: true },
    parts: { type: [String], required: true },
    versions: { type: [String], required: true },
    ids: bytes,
    keys: bytes,
    networks: bytes,
    part: bytes,
    version: bytes,
    flags: bytes,
    stages: bytes,
  },
  collection('rollout_preview_lists'),
);
previewListModel.index({ organisationId: 1, rolloutId: 1 }, { name: 'organisation_rollout' });
