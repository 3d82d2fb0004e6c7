import { readEntry } from '../domain/entry.js';
import type { CheckContext } from '../sections/check-context.js';
import { SECTIONS, type SectionName } from '../sections/sections.js';
import type { RecordBatch } from './fleet-source.js';

/** Checks consecutive records of a section, by themselves and with all that the context has seen before. */
export async function checkBatch(
  context: CheckContext,
  name: SectionName,
  { first, records }: RecordBatch,
): Promise<void> {
  const section = SECTIONS[name];
  const located = records.map((record, index) => {
    const path = `${name}[${first + index}]`;
    const { entry, problems } = readEntry<object>(section.schema, record);
    for (const { at, text } of problems) context.faults.add(path + at, text);
    return { path, entry };
  });
  await section.check(context, located);
}
