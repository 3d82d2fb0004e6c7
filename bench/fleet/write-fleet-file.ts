import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SECTION_NAMES } from '../../shared/import/sections/sections.js';
import type { FleetSource } from '../../shared/import/operations/fleet-source.js';

/** Writes a fleet as a fleet file, batch by batch. */
export async function writeFleetFile(source: FleetSource, path: string): Promise<void> {
  await pipeline(Readable.from(textOf(source)), createWriteStream(path));
}

async function* textOf(source: FleetSource): AsyncGenerator<string> {
  let before = '{';
  for (const section of SECTION_NAMES) {
    if (!source.counts.has(section)) continue;
    yield `${before}"${section}":[`;
    before = '],\n';
    for await (const { first, records } of source.records(section)) {
      const lines = records.map((record) => JSON.stringify(record)).join(',\n');
      yield first === 0 ? `\n${lines}` : `,\n${lines}`;
    }
  }
  yield before === '{' ? '{}' : ']}\n';
}
