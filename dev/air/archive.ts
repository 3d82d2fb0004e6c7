/** An entry of an archive; its folders need entries of their own before it. */
export type ArchiveEntry =
  | { readonly kind: 'folder' }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'file'; readonly content: Buffer; readonly isProgram: boolean };

const TYPES = { folder: 0o040755, link: 0o120777, file: 0o100644, program: 0o100755 } as const;
const TRAILER = 'TRAILER!!!';

/** The files as an archive in cpio's format `newc`, which a kernel unpacks at its start. The order is that of the map. */
export function archiveOf(entries: ReadonlyMap<string, ArchiveEntry>): Buffer {
  const parts: Buffer[] = [];
  let inode = 1;
  for (const [path, entry] of entries) parts.push(...member(path, entry, inode++));
  parts.push(...header(TRAILER, 0, 0, 0));
  return Buffer.concat(parts);
}

function member(path: string, entry: ArchiveEntry, inode: number): Buffer[] {
  if (entry.kind === 'folder') return header(path, TYPES.folder, 0, inode);
  const content = entry.kind === 'link' ? Buffer.from(entry.target) : entry.content;
  const mode = entry.kind === 'link' ? TYPES.link : entry.isProgram ? TYPES.program : TYPES.file;
  return [...header(path, mode, content.length, inode), content, padding(content.length)];
}

/** Thirteen numbers of eight hex digits after the magic, then the name. */
function header(path: string, mode: number, size: number, inode: number): Buffer[] {
  const name = Buffer.from(`${path}\0`);
  const numbers = [inode, mode, 0, 0, 1, 0, size, 0, 0, 0, 0, name.length, 0];
  const head = Buffer.from(`070701${numbers.map((number) => number.toString(16).padStart(8, '0')).join('')}`);
  return [head, name, padding(head.length + name.length)];
}

function padding(length: number): Buffer {
  return Buffer.alloc((4 - (length % 4)) % 4);
}
