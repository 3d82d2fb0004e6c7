/**
 * What a look knows of one device, in whole numbers: a look is stored in columns. Times are in seconds since the start of
 * the rollout; -1 is unknown, and the device has never sent the field.
 */
export interface LookRow {
  readonly deviceId: number;
  /** Its upgrade; 0 for a device of the cohort. */
  readonly upgradeId: number;
  /** From 1; 0 in the cohort. */
  readonly stage: number;
  /** 0 for unassigned devices. */
  readonly networkId: number;
  /** The place in the cohort, by the order of the rollout; 0 for treated devices. */
  readonly place: number;
  /** The look at which it began; 0: it is not compared, as a cohort device that has not begun or was not up then. */
  readonly began: number;
  readonly beganAt: number;
  /** Whether its installation has come to a result that counts: 1 when it verifies, 2 when it is silent; 0: not yet. */
  readonly outcome: number;
  readonly heardAt: number;
  /** Whether it runs another version than that of its upgrade. */
  readonly otherVersion: number;
  /** How many times it has restarted, in all and before it began. */
  readonly restarts: number;
  readonly restartsBefore: number;
  /** Restarts of its network that count for it since it began. */
  readonly events: number;
  /** Since when a radio that is on is not up; -1: none. */
  readonly radioOffSince: number;
  /** How many radios it reports, and whether it reports anything that half-hourly points keep. */
  readonly radios: number;
  readonly measures: number;
  /** The counter of the crashes of its radios, and by how much it grew in each of the last six spans of ten minutes. */
  readonly crashes: number;
  readonly crashed0: number;
  readonly crashed1: number;
  readonly crashed2: number;
  readonly crashed3: number;
  readonly crashed4: number;
  readonly crashed5: number;
  readonly clients: number;
  /** Since when it has had no client and none has joined, and the counter of those who have; -1: it has some. */
  readonly emptySince: number;
  readonly emptyJoined: number;
  /** The counter of clients that have joined, and by how much it grew in each of the last three spans of ten minutes. */
  readonly joined: number;
  readonly gained0: number;
  readonly gained1: number;
  readonly gained2: number;
  /** The median of its clients in the two hours before it began; -1 where that was not read. */
  readonly clientsBefore: number;
  /** Whether it runs the document that it had confirmed before it began: 1, 0, or -1 when it had confirmed none. */
  readonly confirmed: number;
}

export const NEW_ROW: LookRow = {
  deviceId: 0,
  upgradeId: 0,
  stage: 0,
  networkId: 0,
  place: 0,
  began: 0,
  beganAt: 0,
  outcome: 0,
  heardAt: -1,
  otherVersion: 0,
  restarts: 0,
  restartsBefore: 0,
  events: 0,
  radioOffSince: -1,
  radios: 0,
  measures: 0,
  crashes: -1,
  crashed0: 0,
  crashed1: 0,
  crashed2: 0,
  crashed3: 0,
  crashed4: 0,
  crashed5: 0,
  clients: -1,
  emptySince: -1,
  emptyJoined: -1,
  joined: -1,
  gained0: 0,
  gained1: 0,
  gained2: 0,
  clientsBefore: -1,
  confirmed: -1,
};

export const ROW_COLUMNS = Object.keys(NEW_ROW) as readonly (keyof LookRow)[];

/** A copy that may be changed. Named field by field, it takes a sixteenth of the time of a spread of so many. */
export function copyRow(row: LookRow): { -readonly [Name in keyof LookRow]: number } {
  return {
    deviceId: row.deviceId,
    upgradeId: row.upgradeId,
    stage: row.stage,
    networkId: row.networkId,
    place: row.place,
    began: row.began,
    beganAt: row.beganAt,
    outcome: row.outcome,
    heardAt: row.heardAt,
    otherVersion: row.otherVersion,
    restarts: row.restarts,
    restartsBefore: row.restartsBefore,
    events: row.events,
    radioOffSince: row.radioOffSince,
    radios: row.radios,
    measures: row.measures,
    crashes: row.crashes,
    crashed0: row.crashed0,
    crashed1: row.crashed1,
    crashed2: row.crashed2,
    crashed3: row.crashed3,
    crashed4: row.crashed4,
    crashed5: row.crashed5,
    clients: row.clients,
    emptySince: row.emptySince,
    emptyJoined: row.emptyJoined,
    joined: row.joined,
    gained0: row.gained0,
    gained1: row.gained1,
    gained2: row.gained2,
    clientsBefore: row.clientsBefore,
    confirmed: row.confirmed,
  };
}

/** What is known of the outcome of a treated device's installation; null while it installs and is heard. */
export interface Outcome {
  readonly kind: 'verified' | 'silent' | null;
  /** How many times the uptime had fallen when the device began to verify. */
  readonly restarts: number | null;
  readonly version: string;
}

/** What a look at one hardware part leaves for the next. */
export interface PartState {
  readonly part: string;
  /** The number of the look; 0: the drawing of the cohort. */
  readonly look: number;
  readonly at: Date;
  /** How many looks at the part have made a test. */
  readonly tested: number;
  /** How many treated devices have begun. */
  readonly begun: number;
  /** How long the latest installations took until their device verified, in seconds. */
  readonly installs: readonly number[];
  readonly rows: readonly LookRow[];
}

/** A device of a cohort, or one that has begun: whether it is treated. */
export function isTreated({ upgradeId }: LookRow): boolean {
  return upgradeId !== 0;
}
