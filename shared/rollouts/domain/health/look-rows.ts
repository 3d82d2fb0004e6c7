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
  /** Whether it reports radios. */
  readonly radios: number;
  /** The crashes of its radios, now and one to six looks before. */
  readonly crashes: number;
  readonly crashes1: number;
  readonly crashes2: number;
  readonly crashes3: number;
  readonly crashes4: number;
  readonly crashes5: number;
  readonly crashes6: number;
  readonly clients: number;
  /** Since when it has had no client, and how many had joined by then; -1: it has some. */
  readonly emptySince: number;
  readonly emptyJoined: number;
  /** How many clients have joined, now and one to three looks before. */
  readonly joined: number;
  readonly joined1: number;
  readonly joined2: number;
  readonly joined3: number;
  /** The median of its clients in the two hours before it began. */
  readonly clientsBefore: number;
  /** Whether it runs the document that it had confirmed before it began: 1, 0, or -1 when it had confirmed none. */
  readonly confirmed: number;
}

export const NEW_ROW: Omit<LookRow, 'deviceId'> = {
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
  crashes: -1,
  crashes1: -1,
  crashes2: -1,
  crashes3: -1,
  crashes4: -1,
  crashes5: -1,
  crashes6: -1,
  clients: -1,
  emptySince: -1,
  emptyJoined: -1,
  joined: -1,
  joined1: -1,
  joined2: -1,
  joined3: -1,
  clientsBefore: -1,
  confirmed: -1,
};

export const ROW_COLUMNS = ['deviceId', ...Object.keys(NEW_ROW)] as readonly (keyof LookRow)[];

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
