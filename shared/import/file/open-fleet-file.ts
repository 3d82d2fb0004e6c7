import { isUtf8 } from 'node:buffer';
import { open, type FileHandle } from 'node:fs/promises';
import type { SectionName } from '../domain/entries.js';
import type { FleetSource, RecordBatch } from '../operations/fleet-source.js';
import { ByteWindow } from './byte-window.js';
import { listValues } from './list-values.js';
import { scanSections, type SectionPlace } from './scan-sections.js';
import { UnreadableFleet } from './unreadable-fleet.js';

const BATCH = 1000;

export interface OpenFleetFile extends FleetSource {
  close(): Promise<void>;
}

/**
 * Opens a fleet file and looks through it once; its records are read later, as they are asked for, so memory does
 * not grow with the file.
 * @throws UnreadableFleet when it cannot be opened or is not one JSON object
 */
export async function openFleetFile(path: string): Promise<OpenFleetFile> {
  const file = await openOrTell(path);
  try {
    const { sections, faults } = await scanSections(new ByteWindow(file, 0));
    return {
      counts: new Map([...sections].map(([name, { count }]) => [name, count])),
      faults,
      records: (section) => readRecords(file, section, sections.get(section)),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw asUnreadable(error);
  }
}

async function openOrTell(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    throw asUnreadable(error);
  }
}

/** A folder, say, can be opened, and fails when it is read. */
function asUnreadable(error: unknown): unknown {
  const isFileFault = error instanceof Error && 'syscall' in error;
  return isFileFault
    ? new UnreadableFleet(`The file cannot be read: ${error.message}`, { cause: error })
    : error;
}

async function* readRecords(
  file: FileHandle,
  section: SectionName,
  place: SectionPlace | undefined,
): AsyncGenerator<RecordBatch> {
  if (place === undefined) return;
  let first = 0;
  let records: unknown[] = [];
  for await (const values of listValues(new ByteWindow(file, place.start, place.end))) {
    for (const value of values) {
      records.push(parseRecord(value, `${section}[${first + records.length}]`));
      if (records.length < BATCH) continue;
      yield { first, records };
      first += records.length;
      records = [];
    }
  }
  if (records.length > 0) yield { first, records };
}

function parseRecord(value: Buffer, path: string): unknown {
  if (!isUtf8(value)) throw new UnreadableFleet(`The file is not JSON: ${path} is not UTF-8`);
  try {
    return JSON.parse(value.toString()) as unknown;
  } catch (error) {
    // The parser's own words may repeat what stands there, which may be a secret.
    throw new UnreadableFleet(`The file is not JSON: ${path} cannot be read`, { cause: error });
  }
}
