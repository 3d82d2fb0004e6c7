import { open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { ExportValue, UnreadableExport } from '../domain/peers/export-value.js';

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_DEPTH = 32;

/** Reads a JSON file of another product. @throws UnreadableExport, which never quotes the file */
export async function readExport(path: string): Promise<ExportValue> {
  const name = basename(path);
  const file = await open(path, 'r').catch((error: unknown) => unreadable(name, error));
  try {
    const value = parse(name, await contentOf(name, file));
    if (isDeeperThan(value, MAX_DEPTH))
      throw new UnreadableExport(`${name} is nested deeper than ${MAX_DEPTH} levels`);
    return new ExportValue(value, name);
  } finally {
    await file.close();
  }
}

async function contentOf(name: string, file: FileHandle): Promise<Buffer> {
  const stat = await file.stat();
  if (!stat.isFile()) throw new UnreadableExport(`${name} is no file`);
  if (stat.size > MAX_BYTES) throw new UnreadableExport(`${name} is larger than 64 MiB`);
  const bytes = Buffer.alloc(stat.size);
  const { bytesRead } = await file.read(bytes, 0, stat.size, 0);
  return bytes.subarray(0, bytesRead);
}

function parse(name: string, bytes: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableExport(`${name} is not UTF-8`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The message of JSON.parse quotes the file.
    throw new UnreadableExport(`${name} is not JSON`);
  }
}

function isDeeperThan(value: unknown, most: number): boolean {
  const open: [unknown, number][] = [[value, 1]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [one, depth] = next;
    if (typeof one !== 'object' || one === null) continue;
    if (depth > most) return true;
    for (const inner of Object.values(one) as unknown[]) open.push([inner, depth + 1]);
  }
  return false;
}

function unreadable(name: string, error: unknown): never {
  throw new UnreadableExport(`${name} cannot be read`, { cause: error });
}
