import type Joi from 'joi';
import type { IdSequence } from '../../platform/mongo/ids.js';
import type { CheckContext, Located } from './check-context.js';
import type { ExportContext } from './export-context.js';
import type { Counts, WriteContext } from './write-context.js';

/** All that the import and the export know of one section of a fleet file. */
export interface FleetSection<Entry extends object> {
  /** What an entry looks like. */
  readonly schema: Joi.ObjectSchema;
  /** The sequence that must not give out the ids of the entries. */
  readonly sequence?: IdSequence;
  /** Reports what does not fit the rest of the fleet or what is stored. Called with at most 1,000 entries, in order. */
  check(context: CheckContext, located: readonly Located<Entry>[]): Promise<void> | void;
  /** Stores at most 1,000 entries that passed the check. Writes nothing that is stored already. */
  write(context: WriteContext, entries: readonly Entry[]): Promise<Counts>;
  /** The stored records as entries, in batches of at most 1,000. */
  export(context: ExportContext): AsyncGenerator<Entry[], void, undefined>;
}
