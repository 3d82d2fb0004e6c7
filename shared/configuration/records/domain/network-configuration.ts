import type { EncryptedText } from '../../../platform/values/encrypt.js';
import type { AttemptCode } from './device-configuration.js';
import type { RadioSettings } from './radio-settings.js';

/** Whether a device that something else has configured is only reported, or fetches its document again. */
export const ON_DRIFT = ['report', 'restore'] as const;
export type OnDrift = (typeof ON_DRIFT)[number];

/** The settings of a network's configuration (docs/configuration.md#settings). */
export interface ConfigurationSettings {
  /** Whether a change goes to one device of each part before the others. */
  readonly canary: boolean;
  /** How long a canary must run a change, in seconds. */
  readonly soakS: number;
  /** So many devices that have refused a change hold it; null: any number goes on. */
  readonly stopAfter: number | null;
  /** The time that a device tries a document until the service confirms it, in seconds. */
  readonly confirmWithinS: number;
  readonly onDrift: OnDrift;
}

/** The settings that a caller has set; the others have their defaults. */
export type StoredSettings = { readonly [Name in keyof ConfigurationSettings]?: ConfigurationSettings[Name] };

export const DEFAULT_SETTINGS: Omit<ConfigurationSettings, 'canary'> = {
  soakS: 30,
  stopAfter: 3,
  confirmWithinS: 120,
  onDrift: 'report',
};

/** The default of `canary`: the setting CONFIGURATION_CANARY. */
export interface CanaryDefault {
  readonly configurationCanary: boolean;
}

/** The settings in force: those that were set, over the defaults. */
export function settingsInForce(
  settings: StoredSettings | undefined,
  { configurationCanary }: CanaryDefault,
): ConfigurationSettings {
  return { canary: configurationCanary, ...DEFAULT_SETTINGS, ...settings };
}

/** The shortest time in which a canary that does not restore anything by itself shows that it is still there. */
export const MIN_FORCED_SOAK_S = 60;

/** The settings of a network with devices that do not restore anything by themselves: with canaries. */
export function forcedSettings(settings: ConfigurationSettings): ConfigurationSettings {
  return { ...settings, canary: true, soakS: Math.max(MIN_FORCED_SOAK_S, settings.soakS) };
}

/** The settings as the API and the audit log show them. */
export function presentSettings({
  canary,
  soakS,
  stopAfter,
  confirmWithinS,
  onDrift,
}: ConfigurationSettings) {
  return {
    canary,
    soak_s: soakS,
    stop_after: stopAfter,
    confirm_within_s: confirmWithinS,
    on_drift: onDrift,
  };
}

/** The settings under the names of the API. */
export type ShownSettings = ReturnType<typeof presentSettings>;

/** The settings of a patch that differ from those in force, as they are stored; null when none do. */
export function changedSettings(
  patch: Partial<ShownSettings>,
  inForce: ConfigurationSettings,
): StoredSettings | null {
  const { canary, soakS, stopAfter, confirmWithinS, onDrift } = inForce;
  const changed: StoredSettings = {
    ...(differs(patch.canary, canary) ? { canary: patch.canary } : {}),
    ...(differs(patch.soak_s, soakS) ? { soakS: patch.soak_s } : {}),
    ...(differs(patch.stop_after, stopAfter) ? { stopAfter: patch.stop_after } : {}),
    ...(differs(patch.confirm_within_s, confirmWithinS) ? { confirmWithinS: patch.confirm_within_s } : {}),
    ...(differs(patch.on_drift, onDrift) ? { onDrift: patch.on_drift } : {}),
  };
  return Object.keys(changed).length === 0 ? null : changed;
}

function differs<T>(wanted: T | undefined, inForce: T): boolean {
  return wanted !== undefined && wanted !== inForce;
}

/** The fields of a stored SSID that documents are made of. The key is encrypted. */
export interface SsidImage {
  readonly _id: number;
  readonly ssidName: string;
  readonly settings: object;
  readonly wpaKey: EncryptedText | null;
}

/** The fields of a RADIUS server that documents are made of. The secret is encrypted; null when none is known. */
export interface RadiusImage {
  readonly _id: number;
  readonly host: string;
  readonly authPort: number;
  readonly acctPort: number;
  readonly secret: EncryptedText | null;
  readonly nasIdentifier: string | null;
}

/** A RADIUS server as it was before a change; null: it did not exist. */
export interface RadiusBefore {
  readonly id: number;
  readonly before: RadiusImage | null;
}

/** An SSID as it was before a change; null: it did not exist. */
export interface SsidBefore {
  readonly id: number;
  readonly before: SsidImage | null;
}

/**
 * The last settings that passed a canary, as what has changed since: everything else is as it is now. At most 16 SSIDs are
 * copied, and the RADIUS servers that have changed.
 */
export interface BaseSettings {
  /** The network's sequence at these settings. */
  readonly seq: number;
  readonly ssids: readonly SsidBefore[];
  /** Absent: as they are now. */
  readonly servers?: readonly RadiusBefore[];
  /** Absent: as it is now. */
  readonly timeZone?: string;
  /** Absent: as they are now; null: none were set. */
  readonly radio?: RadioSettings | null;
  readonly confirmWithinS?: number;
}

/** The test of a change on one device of a hardware part. */
export interface CanaryPart {
  readonly part: string;
  /** Of devices that a gateway configures: the mapping and the settings of the installation that are tested. */
  readonly variant?: string;
  /** The canary; null after its place was freed. */
  readonly deviceId: number | null;
  /** How many devices have had the place. */
  readonly tries: number;
  readonly claimedAt: Date;
  readonly fetchedAt: Date | null;
  /** When it first reported that it runs the change. */
  readonly appliedAt: Date | null;
  readonly passedAt: Date | null;
  /** When its radios are expected to be up, if they take longer, for example to listen for radar. */
  readonly waitingUntil?: Date;
  /** When the canary, which had been given up, reported the change as applied. */
  readonly liftedAt?: Date;
}

export const HOLD_REASONS = ['canary', 'canary_silent', 'canary_lost', 'failures'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** How a canary refuses a change: its attempt fails, or it leaves out an SSID that it had on the air. */
export type HoldCode = AttemptCode | 'left_out';

/** Why no further device gets the settings of a network. */
export interface Hold {
  readonly reason: HoldReason;
  /** The part and the canary; null for `failures`. */
  readonly part: string | null;
  readonly deviceId: number | null;
  /** What the canary reported; null for the other reasons. */
  readonly code: HoldCode | null;
  /** With `left_out`: the SSID that the canary had on the air before. */
  readonly ssidId?: number;
  readonly at: Date;
}

/** What ends a hold: the lost canary reports the change applied, or a caller acts. */
export const LIFT_CAUSES = ['applied', 'edit', 'retry', 'canary_off'] as const;
export type LiftCause = (typeof LIFT_CAUSES)[number];

/** A hold or its end that is not in the audit log yet. */
export interface Announcement {
  /** Unique; of the audit entry and of the webhooks' event. */
  readonly id: string;
  /** The sequence that is or was held. */
  readonly seq: number;
  readonly at: Date;
  readonly hold: Hold;
  /** Null: the hold began. */
  readonly liftedBy: LiftCause | null;
}
