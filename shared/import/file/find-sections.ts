import type { Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { JSONParser, TokenType } from '@streamparser/json';
import { MAX_FAULTS } from '../domain/faults.js';
import { NameCheck } from './name-check.js';

const MAX_RECORDS = 1000;
const MAX_BYTES = 16 * 1024 * 1024;
/** The parser keeps a frame for each open bracket; MongoDB stores no more than 100 levels. */
const MAX_DEPTH = 200;
const READ_BYTES = 256 * 1024;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The file cannot be read or is not JSON. The message never quotes the file, which holds secrets. */
export class UnreadableFleet extends Error {
  override readonly name = 'UnreadableFleet';
}

/** Consecutive records of a section: at most 1,000, and no further record once they exceed 16 MiB. */
export interface FileBatch {
  /** The index of the first record in its section. */
  readonly first: number;
  /** Where the first record begins and the last one ends, in bytes of the file. */
  readonly start: number;
  end: number;
}

/** A key of the file's object. */
export interface FoundSection {
  readonly name: string;
  readonly isList: boolean;
  count: number;
  readonly batches: FileBatch[];
}

export interface FoundFleet {
  readonly sections: readonly FoundSection[];
  /** Names that occur twice in an object of a record, and names that JSON does not keep, each with its path. */
  readonly faults: readonly string[];
}

/**
 * Reads the file once and finds where the records of each key are, so that sections can be read in any order. Checks
 * that the file is one JSON object, and holds neither records nor values in memory.
 * @param digest takes the bytes of the file; after 1,000 faults the rest is not read
 * @throws UnreadableFleet
 */
export async function findSections(file: FileHandle, digest: Hash): Promise<FoundFleet> {
  const finder = new SectionFinder();
  let read = 0;
  for await (const chunk of file.createReadStream({
    start: 0,
    highWaterMark: READ_BYTES,
    autoClose: false,
  })) {
    const bytes = chunk as Buffer;
    // The parser accepts the mark but leaves it out of its offsets.
    if (read === 0 && bytes.indexOf(BYTE_ORDER_MARK) === 0) finder.base = BYTE_ORDER_MARK.length;
    finder.write(bytes);
    digest.update(bytes);
    if (finder.faults.length >= MAX_FAULTS) return finder;
    read += bytes.length;
    if (read - finder.boundary > MAX_BYTES) {
      throw new UnreadableFleet(`A value is larger than 16 MiB (at byte ${finder.boundary})`);
    }
  }
  finder.end();
  return finder;
}

function isOpening(token: TokenType): boolean {
  return token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET;
}

class SectionFinder {
  readonly sections: FoundSection[] = [];
  readonly faults: string[] = [];
  private readonly names = new NameCheck((inRecord, problem) => {
    const section = this.sections.at(-1);
    if (section?.isList) this.faults.push(`${section.name}[${section.count - 1}]${inRecord}: ${problem}`);
  });
  /** The last byte known to be outside of any record. */
  boundary = 0;
  /** Where the parser's offset 0 is in the file. */
  base = 0;
  private depth = 0;
  private lastText = '';
  private follows: 'key' | 'value' = 'key';
  private readonly parser = new JSONParser({ paths: [], keepStack: false });

  constructor() {
    this.parser.onToken = ({ token, value, offset }) => {
      if (this.depth === 2 && isOpening(token)) this.names.open(3, token === TokenType.LEFT_BRACE);
      if (this.depth <= 2) this.find(token, String(value), this.base + offset);
      else this.names.take(token, value, this.depth);
      if (isOpening(token)) this.depth += 1;
      if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.depth -= 1;
      if (this.depth > MAX_DEPTH)
        throw new UnreadableFleet(this.at(`is nested deeper than ${MAX_DEPTH} levels`));
    };
  }

  write(chunk: Buffer): void {
    this.guarded(() => {
      this.parser.write(chunk);
    });
  }

  end(): void {
    this.guarded(() => {
      if (!this.parser.isEnded) this.parser.end();
    });
    if (this.sections.length === 0 && this.boundary === 0) throw notJson('it is empty');
  }

  private find(token: TokenType, value: string, offset: number): void {
    this.boundary = offset + 1;
    if (this.depth === 0 && token !== TokenType.LEFT_BRACE) throw notJson('a fleet file is one object');
    if (this.depth === 1) this.findSection(token, value);
    if (this.depth === 2) this.findRecord(token, offset);
  }

  private findSection(token: TokenType, value: string): void {
    if (this.follows === 'value') {
      const isList = token === TokenType.LEFT_BRACKET;
      this.sections.push({ name: this.lastText, isList, count: 0, batches: [] });
    }
    this.follows = token === TokenType.COLON ? 'value' : 'key';
    if (token === TokenType.STRING) this.lastText = value;
  }

  private findRecord(token: TokenType, offset: number): void {
    const section = this.sections.at(-1);
    if (!section?.isList) return;
    const batch = section.batches.at(-1);
    if (token === TokenType.COMMA || token === TokenType.RIGHT_BRACKET) {
      if (batch) batch.end = offset;
      return;
    }
    const isFull =
      batch && (section.count - batch.first === MAX_RECORDS || batch.end - batch.start > MAX_BYTES);
    if (!batch || isFull) section.batches.push({ first: section.count, start: offset, end: offset });
    section.count += 1;
  }

  /** The parser's own messages quote the file. */
  private guarded(step: () => void): void {
    try {
      step();
    } catch (error) {
      if (error instanceof UnreadableFleet) throw error;
      const isEncoding =
        error instanceof Error && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
      throw notJson(this.at(isEncoding ? 'is not UTF-8' : 'cannot be read'), error);
    }
  }

  /** Names the record, or outside of records the byte. */
  private at(problem: string): string {
    const section = this.sections.at(-1);
    if (!section?.isList || this.depth < 2) return `what follows byte ${this.boundary} ${problem}`;
    return `${section.name}[${section.count - (this.depth === 2 ? 0 : 1)}] ${problem}`;
  }
}

export function notJson(problem: string, cause?: unknown): UnreadableFleet {
  return new UnreadableFleet(`The file is not JSON: ${problem}`, { cause });
}
