import { isSectionName, type SectionName } from '../domain/entries.js';
import { JSON_BYTES } from '../domain/json-bytes.js';
import type { ByteWindow } from './byte-window.js';
import { listValues } from './list-values.js';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Where the list of a section stands in the file: from its opening bracket to after its closing one. */
export interface SectionPlace {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

export interface ScannedFleet {
  readonly sections: ReadonlyMap<SectionName, SectionPlace>;
  readonly faults: readonly string[];
}

/**
 * Looks once through the whole file for its sections and counts their records, without reading any: so the
 * sections can be read afterwards in the order in which they refer to each other, whatever their order in the file.
 * @throws UnreadableFleet when the file is not one JSON object
 */
export async function scanSections(window: ByteWindow): Promise<ScannedFleet> {
  const sections = new Map<SectionName, SectionPlace>();
  const faults: string[] = [];
  const seen = new Set<string>();
  await skipMark(window);
  await window.expect(JSON_BYTES.OPEN_OBJECT, 'at the beginning: a fleet file is one object');
  const isEmpty = await window.takes(JSON_BYTES.CLOSE_OBJECT);
  while (!isEmpty) {
    const name = await takeKey(window);
    const place = await takeSection(window);
    if (seen.has(name)) faults.push(`${name}: stands twice in the file`);
    else if (!isSectionName(name)) faults.push(`${name}: is not a section of a fleet file`);
    else if (place === null) faults.push(`${name}: must be a list`);
    else sections.set(name, place);
    seen.add(name);
    if (await window.takes(JSON_BYTES.CLOSE_OBJECT)) break;
    await window.expect(JSON_BYTES.COMMA, 'between two sections');
  }
  if ((await window.peek()) !== null) throw window.notJson('there is more after its end');
  return { sections, faults };
}

async function skipMark(window: ByteWindow): Promise<void> {
  await window.more();
  const first = window.bytes.subarray(0, Math.min(window.to, BYTE_ORDER_MARK.length));
  if (first.equals(BYTE_ORDER_MARK)) window.from = BYTE_ORDER_MARK.length;
}

async function takeKey(window: ByteWindow): Promise<string> {
  if ((await window.peek()) !== JSON_BYTES.QUOTE) throw window.notJson('a key is expected');
  const key = parse(window, await window.takeValue());
  await window.expect(JSON_BYTES.COLON, 'after a key');
  return String(key);
}

/** The place of a list; null for any other value, which is passed over. */
async function takeSection(window: ByteWindow): Promise<SectionPlace | null> {
  if ((await window.peek()) !== JSON_BYTES.OPEN_LIST) {
    parse(window, await window.takeValue());
    return null;
  }
  const start = window.offset;
  let count = 0;
  for await (const values of listValues(window)) count += values.length;
  return { start, end: window.offset, count };
}

function parse(window: ByteWindow, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw window.notJson('something cannot be read');
  }
}
