import { randomUUID } from 'node:crypto';
import {
  DEFAULT_SETTINGS,
  type CanaryDefault,
  type LiftCause,
  type SsidBefore,
  type StoredSettings,
} from '../domain/network-configuration.js';

/** What an edit has changed, as it was before. */
export interface EditBefore {
  /** The SSIDs that it has written or deleted. */
  readonly ssids?: readonly SsidBefore[];
  /** The SSIDs that it has deleted. */
  readonly deleted?: readonly number[];
  /** The time zone, where the edit has changed it. */
  readonly timeZone?: string | null;
}

/** One change of the record of a network's configuration by a caller. */
export interface RecordChange {
  readonly at: Date;
  /** Null: not an edit; the sequence stays. */
  readonly edit: EditBefore | null;
  /** The settings that change. */
  readonly settings?: StoredSettings;
  /** The import that writes, if it is one: the settings with which it adds a network have no base. */
  readonly importedAt?: Date;
  /** What the change is, and what ends a hold. A retry is an edit that changes nothing. */
  readonly liftedBy: LiftCause;
}

/** The settings of a network that has never been edited, as far as its record says. */
const isNew = { $lte: [{ $ifNull: ['$seq', 0] }, 0] };

type Expression = unknown;

/** The absence of a field counts as null. */
const isNull = (value: Expression) => ({ $eq: [{ $ifNull: [value, null] }, null] });
const isSet = (value: Expression) => ({ $ne: [{ $ifNull: [value, null] }, null] });

const noBase = isNull('$base');
const partly = (condition: Expression) => ({
  $map: { input: { $ifNull: ['$parts', []] }, as: 'entry', in: condition },
});

/** A part has passed, no canary is under way, and nothing is held. */
const hasPassed = {
  $and: [
    isNull('$held'),
    { $anyElementTrue: [partly(isSet('$$entry.passedAt'))] },
    { $allElementsTrue: [partly({ $or: [isNull('$$entry.deviceId'), isSet('$$entry.passedAt')] })] },
  ],
};

/**
 * The update of the record, as a pipeline that decides by the stored record (docs/configuration.md#edit): an edit adds one
 * to the sequence, ends every test and hold, and keeps as the base the last settings that have passed. One write, whatever
 * other writers do; adds the record where there is none.
 */
export function changePipeline(change: RecordChange, env: CanaryDefault): Record<string, unknown>[] {
  const { at, edit, settings = {}, importedAt, liftedBy } = change;
  const isSwitched = settings.canary !== undefined;
  const endsTests = edit !== null || isSwitched;
  const fields: Record<string, Expression> = {
    seq: edit ? { $add: [{ $ifNull: ['$seq', 0] }, 1] } : { $ifNull: ['$seq', 0] },
    changedAt: at,
  };
  if (Object.keys(settings).length > 0)
    fields['settings'] = { $mergeObjects: [{ $ifNull: ['$settings', {}] }, { $literal: settings }] };
  if (endsTests) {
    fields['base'] = edit && !isSwitched ? baseAfter(edit, change, env) : null;
    fields['parts'] = [];
    fields['refusals'] = [];
    fields['held'] = null;
    fields['isHeld'] = false;
    fields['announcements'] = announcementsAfter(change);
    fields['isAnnouncing'] = {
      $or: [isSet('$held'), { $eq: [{ $ifNull: ['$isAnnouncing', false] }, true] }],
    };
  }
  if (settings.stopAfter !== undefined) {
    // A lower limit may be reached already: the worker looks at once.
    const isTested = { $and: [isSet('$base'), isNull('$held')] };
    fields['isWatched'] = { $cond: [isTested, true, { $ifNull: ['$isWatched', false] }] };
    fields['dueAt'] = { $cond: [isTested, at, '$dueAt'] };
  }
  if (liftedBy === 'retry') fields['retriedSeq'] = fields['seq'];
  if (importedAt)
    fields['importedAt'] = {
      $cond: [isNew, importedAt, { $ifNull: ['$importedAt', null] }],
    };
  return [{ $set: fields }];
}

function baseAfter(
  edit: EditBefore,
  { importedAt, liftedBy }: RecordChange,
  { configurationCanary }: CanaryDefault,
): Expression {
  const { ssids = [], timeZone } = edit;
  const replaced = {
    seq: { $ifNull: ['$seq', 0] },
    ssids: { $literal: ssids },
    confirmWithinS: { $ifNull: ['$settings.confirmWithinS', DEFAULT_SETTINGS.confirmWithinS] },
    ...(timeZone === undefined ? {} : { timeZone: zoneOf(timeZone) }),
  };
  const base = { $cond: [{ $or: [noBase, hasPassed] }, replaced, keptBase(edit)] };
  const isOff = { $eq: [{ $ifNull: ['$settings.canary', configurationCanary] }, false] };
  const isFirst = importedAt
    ? { $or: [isNew, { $eq: [{ $ifNull: ['$importedAt', null] }, importedAt] }] }
    : isNew;
  const isUntested = liftedBy === 'retry' ? noBase : isFirst;
  return { $cond: [{ $or: [isOff, isUntested] }, null, base] };
}

/** The base stays; what the edit is the first to change since is added to it. */
function keptBase({ ssids = [], deleted = [], timeZone }: EditBefore): Expression {
  const stored = { $ifNull: ['$base.ssids', []] };
  const isGone = { $and: [isNull('$$one.before'), { $in: ['$$one.id', [...deleted]] }] };
  return {
    $mergeObjects: [
      '$base',
      {
        ssids: {
          $concatArrays: [
            { $filter: { input: stored, as: 'one', cond: { $not: [isGone] } } },
            {
              $filter: {
                input: { $literal: ssids },
                as: 'one',
                cond: { $not: [{ $in: ['$$one.id', { $ifNull: ['$base.ssids.id', []] }] }] },
              },
            },
          ],
        },
      },
      timeZone === undefined ? {} : { timeZone: { $ifNull: ['$base.timeZone', zoneOf(timeZone)] } },
    ],
  };
}

/** Documents show UTC for a network without a time zone. */
function zoneOf(timeZone: string | null): Expression {
  return { $literal: timeZone ?? 'UTC' };
}

function announcementsAfter({ at, liftedBy }: RecordChange): Expression {
  const stored = { $ifNull: ['$announcements', []] };
  const lifted = { id: randomUUID(), seq: '$seq', at, hold: '$held', liftedBy };
  return { $cond: [isNull('$held'), stored, { $concatArrays: [stored, [lifted]] }] };
}
