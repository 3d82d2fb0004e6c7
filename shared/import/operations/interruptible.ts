import { guarded, type FleetSource } from './fleet-source.js';

/** The import was asked to stop. The batches that it has written are kept. */
export class ImportInterrupted extends Error {
  override readonly name = 'ImportInterrupted';
  constructor() {
    super('The import was interrupted: run it again to finish it');
  }
}

/**
 * The same fleet, which throws ImportInterrupted instead of giving a batch after the signal is aborted. An import of it
 * ends between two transactions and releases its lock.
 */
export function interruptible(source: FleetSource, signal: AbortSignal): FleetSource {
  return guarded(source, () => {
    if (signal.aborted) throw new ImportInterrupted();
  });
}
