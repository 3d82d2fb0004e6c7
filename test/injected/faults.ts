import type { SentCommand } from '../fixtures/queries/round-trips.js';

/** What the database does to a command in place of answering as it should. */
export interface Fault {
  /** Which commands it can happen to. */
  readonly meets: (command: SentCommand) => boolean;
  /** How often; driver and service repeat some commands. */
  readonly mode: 'alwaysOn' | { readonly times: number };
  readonly data: Readonly<Record<string, unknown>>;
}

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

/** Errors that say nothing about the request: the same one may succeed a moment later. */
export const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  'a change of primary without a label': [
    { meets: isAny, mode: times(1), data: { errorCode: 11_602, errorLabels: [] } },
  ],
  'a write conflict': [{ meets: isAny, mode: times(1), data: { errorCode: 112 } }],
  'an exceeded time limit': [{ meets: isAny, mode: times(1), data: { errorCode: 50 } }],
  // A write or a commit that is done all the same; a commit also when the service has stopped asking.
  'an unknown result': [
    { meets: (command) => !isWrite(command), mode: times(1), data: { closeConnection: true } },
    { meets: isWrite, mode: times(1), data: { writeConcernError: NOT_REPLICATED } },
    { meets: isCommit, mode: times(1), data: { writeConcernError: NOT_REPLICATED } },
    { meets: isCommit, mode: 'alwaysOn', data: { writeConcernError: NOT_REPLICATED } },
  ],
};
