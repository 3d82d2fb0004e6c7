import type { SentCommand } from '../fixtures/queries/round-trips.js';
import { seed, testsAll } from '../fixtures/seed.js';

/** What the database does to a command in place of answering as it should. */
export interface Fault {
  readonly name: string;
  /** Which commands it can happen to. */
  readonly meets: (command: SentCommand) => boolean;
  /** How often; driver and service repeat some commands. */
  readonly mode: 'alwaysOn' | { readonly times: number };
  readonly data: Readonly<Record<string, unknown>>;
}

/** A run tests one of so many operations, by another part of the seed than their faults, so that all of both can meet. */
export const OPERATIONS_PER_SAMPLE = 8;

const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify']);
const NOT_REPLICATED = {
  code: 64,
  codeName: 'WriteConcernTimeout',
  errmsg: 'waiting for replication timed out',
};

export const isWrite = ({ name }: SentCommand): boolean => WRITES.has(name);
const isCommit = ({ name }: SentCommand): boolean => name === 'commitTransaction';
const isAny = (): boolean => true;
const times = (number: number): Fault['mode'] => ({ times: number });

export const PRIMARY_CHANGED: Fault = {
  name: 'a change of primary without a label',
  meets: isAny,
  mode: times(1),
  data: { errorCode: 11_602, errorLabels: [] },
};

/** Errors that say nothing about the request: the same one may succeed a moment later. */
const FAULTS: readonly Fault[] = [
  PRIMARY_CHANGED,
  { name: 'a write conflict', meets: isAny, mode: times(1), data: { errorCode: 112 } },
  { name: 'an exceeded time limit', meets: isAny, mode: times(1), data: { errorCode: 50 } },
  {
    name: 'a closed connection',
    meets: (command) => !isWrite(command),
    mode: times(1),
    data: { closeConnection: true },
  },
  // The write or the commit is done all the same.
  {
    name: 'an unknown result',
    meets: (command) => isWrite(command) || isCommit(command),
    mode: times(1),
    data: { writeConcernError: NOT_REPLICATED },
  },
  {
    name: 'a result that stays unknown',
    meets: isCommit,
    mode: 'alwaysOn',
    data: { writeConcernError: NOT_REPLICATED },
  },
];

/**
 * The faults that a run injects into a command: one of those that can meet it, by the seed of the run, or all of them
 * with AIRFLEET_TEST_SAMPLES=all.
 * @param index the number of the command, so that a run injects each fault somewhere
 */
export function faultsOf(command: SentCommand, index: number): readonly Fault[] {
  const faults = FAULTS.filter(({ meets }) => meets(command));
  if (testsAll) return faults;
  // The remainder chooses the operations, each of which then meets every fault in some run.
  return faults.filter((_, n) => n === (Math.floor(seed / OPERATIONS_PER_SAMPLE) + index) % faults.length);
}
