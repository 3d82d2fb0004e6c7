import type { FleetSource } from './fleet-source.js';

/** Somebody asked for the end of an import; what it has written are whole batches, and stays. */
export class ImportInterrupted extends Error {
  override readonly name = 'ImportInterrupted';
  constructor() {
    super('The import was interrupted: run it again to finish it');
  }
}

/**
 * The same fleet, which gives no further batch once the signal is aborted: an import of it ends between two of its
 * transactions and gives its lock back. Throws ImportInterrupted to whoever asks for one.
 */
export function interruptible(source: FleetSource, signal: AbortSignal): FleetSource {
  return {
    counts: source.counts,
    faults: source.faults,
    async *records(section) {
      for await (const batch of source.records(section)) {
        if (signal.aborted) throw new ImportInterrupted();
        yield batch;
      }
      if (signal.aborted) throw new ImportInterrupted();
    },
  };
}
