import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { DeviceFilter } from '../../search/domain/device-filter.js';
import {
  BULK_STAGES,
  BULK_STATES,
  type BulkChange,
  type BulkFailure,
  type BulkStage,
  type BulkState,
} from '../domain/bulk-change.js';
import type { IdentifiedRow, RefusedRow, RowResult } from '../domain/import-row.js';

/** The devices of a bulk operation: these, or those of a selection. */
export type BulkTarget =
  | { readonly ids: readonly number[] }
  | { readonly filter: DeviceFilter; readonly except: readonly number[] };

/** One change of many devices. A worker lists its devices first, then changes them list by list. */
export interface BulkOperationRecord {
  _id: number;
  organisationId: number;
  userId: number;
  /** The request that created it. */
  requestId: string | null;
  change: BulkChange;
  target: BulkTarget;
  state: BulkState;
  /** Whether a worker has something to do. */
  isOpen: boolean;
  stage: BulkStage;
  /** When a worker goes on with it. */
  dueAt: Date;
  /** How many lists are written, and the last device that was read for them. */
  lists: number;
  listedTo: number;
  /** The list whose devices are changed now; the lists are gone over once more after the canaries. */
  next: number;
  total: number;
  done: number;
  failedCount: number;
  /** How many devices are canaries, and how many of them have passed, and have refused the change or were lost. */
  canaries: number;
  passed: number;
  refused: number;
  /** The names of the networks that an import has created. */
  created?: string[];
  /** The first 1,000. */
  failed: BulkFailure[];
  createdAt: Date;
  finishedAt: Date | null;
}

/** How long operations are kept, with all that belongs to them. */
export const KEPT_S = 30 * 86_400;

export const bulkOperationModel = new Schema<BulkOperationRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    userId: { type: Number, required: true },
    requestId: { type: String, default: null },
    change: { type: Object, required: true },
    target: { type: Object, required: true },
    state: { type: String, enum: BULK_STATES, required: true },
    isOpen: { type: Boolean, required: true },
    stage: { type: String, enum: BULK_STAGES, required: true },
    dueAt: { type: Date, required: true },
    lists: { type: Number, default: 0 },
    listedTo: { type: Number, default: 0 },
    next: { type: Number, default: 0 },
    total: { type: Number, default: 0 },
    done: { type: Number, default: 0 },
    failedCount: { type: Number, default: 0 },
    canaries: { type: Number, default: 0 },
    passed: { type: Number, default: 0 },
    refused: { type: Number, default: 0 },
    created: { type: [String], default: undefined },
    failed: { type: [Object], default: [] } as never,
    createdAt: { type: Date, required: true },
    finishedAt: { type: Date, default: null },
  },
  collection('bulk_operations'),
);
bulkOperationModel.index(
  { isOpen: 1, _id: 1, dueAt: 1 },
  { name: 'open', partialFilterExpression: { isOpen: true } },
);
bulkOperationModel.index({ organisationId: 1, isOpen: 1 }, { name: 'organisation_open' });
bulkOperationModel.index({ createdAt: 1 }, { expireAfterSeconds: KEPT_S, name: 'expiry' });

/** Up to 1,000 devices of a bulk operation, or some rows of an import. */
export interface BulkListRecord {
  /** `7:0`: the operation and the number of the list. */
  _id: string;
  organisationId: number;
  ids: number[];
  /** Those that are changed: written in the transaction of their change. */
  changed: number[];
  /** Of an import: the rows whose positions in the request are `ids`, what became of the changed ones, and of the others. */
  rows?: IdentifiedRow[];
  results?: RowResult[];
  refused?: RefusedRow[];
  createdAt: Date;
}

export const bulkListModel = new Schema<BulkListRecord>(
  {
    _id: String,
    organisationId: { type: Number, required: true },
    ids: { type: [Number], default: [] },
    changed: { type: [Number], default: [] },
    rows: { type: [Object], default: undefined } as never,
    results: { type: [Object], default: undefined } as never,
    refused: { type: [Object], default: undefined } as never,
    createdAt: { type: Date, required: true },
  },
  collection('bulk_operation_lists'),
);
bulkListModel.index({ createdAt: 1 }, { expireAfterSeconds: KEPT_S, name: 'expiry' });
