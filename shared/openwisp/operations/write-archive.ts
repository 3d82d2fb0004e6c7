import { createHash } from 'node:crypto';
import { crc32, gunzipSync } from 'node:zlib';
import type { UciFile } from '../domain/uci/uci-file.js';

const BLOCK = 512;
/** The longest block of a stream of DEFLATE that is not compressed. */
const MAX_STORED = 65_535;
const HAS_COMMENT = 0x10;
const UNKNOWN_SYSTEM = 255;

/**
 * The files of /etc/config as a gzipped tar archive (ustar), which only root may read. The same files and edition give the
 * same bytes in every process: it has no owner and no time, and is not compressed, because libraries compress differently.
 * @param edition above 0: in the header of gzip, so that the checksum is another one
 */
export function writeArchive(files: ReadonlyMap<UciFile, string>, edition: number): Buffer {
  const entries = [...files].flatMap(([name, text]) => entryOf(`etc/config/${name}`, Buffer.from(text)));
  return gzipped(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]), edition);
}

/** The archive in another edition: the same files under another checksum. */
export function inEdition(archive: Buffer, edition: number): Buffer {
  return gzipped(gunzipSync(archive), edition);
}

/** What openwisp-config compares. */
export function checksumOf(archive: Buffer): string {
  return createHash('md5').update(archive).digest('hex');
}

function entryOf(path: string, content: Buffer): Buffer[] {
  const header = Buffer.alloc(BLOCK);
  header.write(path, 0);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write(`${'0'.repeat(11)}\0`, 136);
  // The checksum of the header counts its own field as spaces.
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)];
}

function gzipped(content: Buffer, edition: number): Buffer {
  const flags = edition > 0 ? HAS_COMMENT : 0;
  const header = Buffer.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, UNKNOWN_SYSTEM]);
  const comment = Buffer.from(edition > 0 ? `edition ${edition}\0` : '', 'latin1');
  const blocks: Buffer[] = [];
  for (let at = 0; at < content.length; at += MAX_STORED) {
    const block = content.subarray(at, at + MAX_STORED);
    const head = Buffer.alloc(5);
    head.writeUInt8(at + MAX_STORED >= content.length ? 1 : 0);
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(~block.length & 0xffff, 3);
    blocks.push(head, block);
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(content));
  trailer.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, comment, ...blocks, trailer]);
}
