import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import type { FleetSource, RecordBatch } from '../operations/fleet-source.js';
import { isSectionName, type SectionName } from '../sections/sections.js';
import { findSections, notJson, UnreadableFleet, type FileBatch } from './find-sections.js';

export interface OpenFleetFile extends FleetSource {
  close(): Promise<void>;
}

/**
 * Opens a fleet file and finds its sections. Records are read later, a batch at a time: memory does not grow with the
 * file.
 * @throws UnreadableFleet when it cannot be opened or is not one JSON object
 */
export async function openFleetFile(path: string): Promise<OpenFleetFile> {
  const file = await open(path, 'r').catch(asUnreadable);
  try {
    const batches = new Map<SectionName, readonly FileBatch[]>();
    const counts = new Map<SectionName, number>();
    const seen = new Set<string>();
    const digest = createHash('sha256');
    const fleet = await findSections(file, digest);
    const faults = [...fleet.faults];
    for (const { name, isList, count, batches: found } of fleet.sections) {
      if (seen.has(name)) faults.push(`${name}: occurs twice in the file`);
      else if (!isSectionName(name)) faults.push(`${name}: is not a section of a fleet file`);
      else if (!isList) faults.push(`${name}: must be a list`);
      else {
        batches.set(name, found);
        counts.set(name, count);
      }
      seen.add(name);
    }
    return {
      counts,
      digest: digest.digest('hex'),
      faults,
      async *records(section) {
        for (const batch of batches.get(section) ?? []) yield await readBatch(file, section, batch);
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    return asUnreadable(error);
  }
}

/** A directory can be opened, and fails when it is read. */
function asUnreadable(error: unknown): never {
  const isFileFault = error instanceof Error && 'syscall' in error;
  if (!isFileFault) throw error;
  throw new UnreadableFleet(`The file cannot be read: ${error.message}`, { cause: error });
}

async function readBatch(file: FileHandle, section: SectionName, batch: FileBatch): Promise<RecordBatch> {
  const { first, start, end } = batch;
  const bytes = Buffer.alloc(end - start);
  await file.read(bytes, 0, bytes.length, start);
  try {
    return { first, records: JSON.parse(`[${bytes.toString()}]`) as unknown[] };
  } catch (error) {
    // The message of JSON.parse quotes the file.
    throw notJson(`the records from ${section}[${first}] cannot be read`, error);
  }
}
