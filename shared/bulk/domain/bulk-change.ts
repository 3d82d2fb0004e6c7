import type { RadioPatch } from '../../configuration/records/domain/radio-settings.js';
import type { ErrorName } from '../../platform/errors/catalogue.js';

export const BULK_STATES = ['queued', 'running', 'completed', 'cancelled'] as const;
export type BulkState = (typeof BULK_STATES)[number];

export const BULK_ACTIONS = [
  'assign',
  'release',
  'remove',
  'tag',
  'untag',
  'apply_template',
  'radio',
  'upgrade',
  'import_devices',
] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** The members of radio settings that devices get. */
export type RadioChange = NonNullable<RadioPatch>;

/**
 * The actions that can cut a device off: they go to one device of each network and hardware part first
 * (docs/administration.md#staged). With the refusal of devices that they do not go to after others have refused the change.
 */
export const STAGED: { readonly [Action in BulkAction]?: ErrorName } = {
  apply_template: 'uplinksNotApplied',
  radio: 'configurationRefused',
};

/** How far a running operation is: it changes the canaries, waits for them, and changes the rest. Others begin with the rest. */
export const BULK_STAGES = ['canaries', 'soak', 'rest'] as const;
export type BulkStage = (typeof BULK_STAGES)[number];

/** What a bulk operation does with each of its devices, as it is stored. */
export type BulkChange =
  | { readonly action: 'assign'; readonly networkId: number }
  | { readonly action: 'release' }
  | { readonly action: 'remove' }
  | { readonly action: 'tag' | 'untag'; readonly tagIds: readonly number[] }
  | { readonly action: 'apply_template'; readonly templateId: number }
  | { readonly action: 'radio'; readonly radio: RadioChange }
  | { readonly action: 'import_devices'; readonly createNetworks: boolean; readonly createTags: boolean }
  | {
      readonly action: 'upgrade';
      /** The release and the time that the request chose. */
      readonly releaseId: number;
      readonly upgradeType: string;
      readonly scheduleType: 'now' | 'later';
      readonly dueAt: Date;
      readonly timeZone: string | null;
      readonly savePrevConfig: boolean;
    };

/** A device that was not changed, with the code and the text of the refusal. */
export interface BulkFailure {
  /** The id of the device; the number of the row of an import. */
  readonly id: number;
  /** Null for a device that does not exist for the user. */
  readonly macId: string | null;
  /** As in the answer to a request that is refused; null for refusals without a code. */
  readonly errorCode: number | null;
  readonly reason: string;
}

const INSTALLING = 'Firmware is being installed on the device';
export const CHANGED = 'The device was changed by another request at the same time';

/** The refusal of a device that could not be changed, which a request for it alone would get, and its reason. */
export const NOT_DONE: Readonly<Record<BulkAction, { readonly refusal: ErrorName; readonly text: string }>> =
  {
    assign: { refusal: 'devicesNotMoved', text: INSTALLING },
    release: { refusal: 'releaseFailed', text: INSTALLING },
    remove: { refusal: 'removalFailed', text: INSTALLING },
    tag: { refusal: 'deviceNotFound', text: CHANGED },
    untag: { refusal: 'deviceNotFound', text: CHANGED },
    apply_template: { refusal: 'uplinksNotApplied', text: CHANGED },
    radio: { refusal: 'deviceNotFound', text: CHANGED },
    import_devices: { refusal: 'devicesNotMoved', text: INSTALLING },
    upgrade: {
      refusal: 'firmwareUnavailable',
      text: 'The release has no firmware for the hardware part of the device',
    },
  };

/** The action of the audit log's entry for each action; upgrades have the entries of their schedules. */
export const AUDITED: Readonly<Record<Exclude<BulkAction, 'upgrade'>, string>> = {
  assign: 'devices.moved',
  release: 'devices.released',
  remove: 'devices.removed',
  tag: 'devices.tagged',
  untag: 'devices.untagged',
  apply_template: 'devices.configured',
  radio: 'devices.configured',
  import_devices: 'devices.imported',
};
