/** How the last attempt of a device to apply a configuration ended. */
export const ATTEMPT_STATES = ['applied', 'failed', 'rolled_back'] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/** After these the device tries the same document again; after the others it is not offered again. */
export const TRANSIENT_CODES = ['download', 'no_space', 'busy', 'service_away'] as const;
export const PERMANENT_CODES = ['invalid', 'apply', 'lost_service', 'interrupted'] as const;
export type AttemptCode = (typeof TRANSIENT_CODES)[number] | (typeof PERMANENT_CODES)[number];

/** An SSID of which the device cannot do something. */
export interface DeviceLeftOut {
  readonly ssid_id: number;
  readonly feature: string;
}

/** What a heartbeat says of the device's configuration (docs/device-makers.md#configuration-report). */
export interface ConfigurationReport {
  /** What runs; null: nothing of this service. */
  readonly revision: string | null;
  readonly state: AttemptState | null;
  /** The revision of an attempt that did not succeed. */
  readonly attempted: string | null;
  /** Grows by one with each attempt; a report with the same number is a repetition. */
  readonly attempt: number | null;
  readonly error: { readonly code: AttemptCode; readonly message: string } | null;
  readonly drifted: boolean;
  readonly leftOut: readonly DeviceLeftOut[];
  readonly agent: string | null;
}

/** What a document depends on: ids and sequences. Equal keys give equal documents. */
export type ConfigurationKey = readonly [
  networkId: number,
  networkSeq: number,
  deviceSeq: number,
  installationSeq: number,
];

/** The revision that the device could not apply; it is not offered again. */
export interface RefusedRevision {
  readonly revision: string;
  readonly state: 'failed' | 'rolled_back';
  readonly code: AttemptCode | null;
  /** Of the document that the device had fetched last; null when none is known. */
  readonly key: ConfigurationKey | null;
  readonly at: Date;
}

/** The states of a configuration (docs/configuration.md#states). */
export const CONFIGURATION_STATES = [
  'unmanaged',
  'failed',
  'rolled_back',
  'drifted',
  'in_sync',
  'held',
  'pending',
] as const;
export type ConfigurationStatus = (typeof CONFIGURATION_STATES)[number];

export const CONFIGURATION_PROBLEMS = ['failed', 'rolled_back', 'drifted'] as const;
export type ConfigurationProblem = (typeof CONFIGURATION_PROBLEMS)[number];

/** What lists of devices are filtered by: a state, or that something is missing in what a device runs. */
export const CONFIGURATION_FILTERS = [...CONFIGURATION_STATES, 'left_out'] as const;
export type ConfigurationFilter = (typeof CONFIGURATION_FILTERS)[number];

/** Whether an index finds the devices that meet the filter in a whole organisation. */
export function isIndexed(filter: ConfigurationFilter): filter is ConfigurationProblem | 'left_out' {
  return filter === 'left_out' || CONFIGURATION_PROBLEMS.some((problem) => problem === filter);
}

/** The stored state of a device's configuration; absent before the device first reports one. */
export interface ConfigurationState {
  /** Null after a heartbeat without `configuration`: the device is not managed. */
  readonly report?: ConfigurationReport | null;
  /** When the report last changed. */
  readonly reportedAt?: Date;
  /** The document of the last fetch. */
  readonly rendered?: {
    readonly revision: string;
    readonly key: ConfigurationKey;
    readonly at: Date;
    /** How many SSIDs and uplinks it leaves out. */
    readonly leftOut?: number;
  };
  /** What the device ran when it fetched that document. */
  readonly previous?: { readonly revision: string; readonly key: ConfigurationKey } | null;
  readonly refused?: RefusedRevision | null;
  /** Whether a retry mends the drift that the device still reports; until its report changes. */
  readonly retried?: boolean;
  /** Finds devices that need attention: they may be in this state, and no others are. */
  readonly problem?: ConfigurationProblem | null;
  /** What {@link leavesOut} says; absent before it existed. */
  readonly leavesOut?: boolean;
}

/** Whether the document of a managed device, or the device itself, leaves something out. */
export function leavesOut({ report, rendered }: Pick<ConfigurationState, 'report' | 'rendered'>): boolean {
  return Boolean(report) && ((report?.leftOut.length ?? 0) > 0 || (rendered?.leftOut ?? 0) > 0);
}
