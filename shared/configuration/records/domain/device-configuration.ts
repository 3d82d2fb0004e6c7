/** How the last attempt of a device to apply a configuration ended. */
export const ATTEMPT_STATES = ['applied', 'failed', 'rolled_back'] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/** After these the device tries the same document again; after the others it is not offered again. */
export const TRANSIENT_CODES = ['download', 'no_space', 'busy', 'service_away'] as const;
export const PERMANENT_CODES = ['invalid', 'apply', 'lost_service', 'interrupted'] as const;
export type AttemptCode = (typeof TRANSIENT_CODES)[number] | (typeof PERMANENT_CODES)[number];

/** What the device cannot do of an SSID; of SSID 0: of the rest of the document. */
export interface DeviceLeftOut {
  readonly ssid_id: number;
  readonly feature: string;
  /** The member of the document that is not valid for the device, and why. */
  readonly field?: string;
  readonly message?: string;
}

/** An SSID is on the air without these; with any other feature it is not, or not in its present form. */
const PARTIAL_FEATURES = [
  'client_kbps',
  'ssid_kbps',
  'vlan_dhcp',
  'uplink_priority',
  'dns',
  'dhcp_ranges',
  'dhcp_hosts',
  'walled_garden',
  'splash_url',
  'success_url',
  'bss_transition',
  'options',
];

/** What says something about the machine, and lacks on the air to no client. */
const MACHINE_FEATURES = ['time_zone', 'device_name'];

/** The SSIDs that the device does not have on the air in their present form. */
export function missingSsids({ leftOut }: Pick<ConfigurationReport, 'leftOut'>): readonly number[] {
  return leftOut.filter(({ feature }) => !PARTIAL_FEATURES.includes(feature)).map(({ ssid_id: id }) => id);
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
  /** Whether the last attempt brought the document that ran before into force again. */
  readonly mended: boolean;
  /** Radios are on their way, for example listen for radar: how long they may take. Null: none is. */
  readonly waitingS: number | null;
  readonly leftOut: readonly DeviceLeftOut[];
  readonly agent: string | null;
  /** Of a device that a gateway configures: represents how documents become configurations of this device. */
  readonly mapping?: number;
}

/**
 * What a document depends on: ids and sequences. Equal keys give equal documents. A device that a gateway configures has its
 * mapping too.
 */
export type ConfigurationKey = readonly [
  networkId: number,
  networkSeq: number,
  deviceSeq: number,
  installationSeq: number,
  mapping?: number,
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

/** What a device ran before the document that it fetched last. */
export interface PreviousDocument {
  readonly revision: string;
  readonly key: ConfigurationKey;
  /** The SSIDs that it had on the air. */
  readonly applied: readonly number[];
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
    /** The SSIDs that it has on the air. */
    readonly ssids?: readonly number[];
  };
  /** What the device ran when it fetched that document. */
  readonly previous?: PreviousDocument | null;
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
  if (!report) return false;
  return (
    report.leftOut.some(({ feature }) => !MACHINE_FEATURES.includes(feature)) || (rendered?.leftOut ?? 0) > 0
  );
}
