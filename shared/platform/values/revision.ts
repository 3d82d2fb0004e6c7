import { AppError } from '../errors/app-error.js';

/**
 * @param revisions the revisions of the record that the caller expects; null when every revision is accepted
 * @throws AppError revisionChanged, unless the record has one of them; records without a revision are at 0
 */
export function requireRevision(
  { revision = 0 }: { readonly revision?: number },
  revisions: readonly number[] | null,
): void {
  if (revisions && !revisions.includes(revision)) throw new AppError('revisionChanged');
}
