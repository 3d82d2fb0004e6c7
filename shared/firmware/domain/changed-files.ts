import type { FirmwareUrl } from '../models/firmware-release.js';

/** Whether a part loses its file, or gets another URL, hash or size. Parts that are added change nothing. */
export function changesFiles(before: readonly FirmwareUrl[], after: readonly FirmwareUrl[]): boolean {
  const files = new Map(after.map((file) => [file.partNumber, file]));
  return before.some(({ partNumber, url, sha256, size }) => {
    const file = files.get(partNumber);
    return !file || file.url !== url || file.sha256 !== sha256 || file.size !== size;
  });
}
