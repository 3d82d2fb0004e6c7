import { createHash } from 'node:crypto';

/** The ETag of a record with a revision: `"7"`. */
export function etagOf(revision: number): string {
  return `"${revision}"`;
}

/** The ETag of a body: the same body has the same one. */
export function etagOfBody(body: unknown): string {
  return etagOfContent(JSON.stringify(body));
}

/** The ETag of a text or file: the same content has the same one. */
export function etagOfContent(content: string | Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

/**
 * Whether an If-None-Match header names an ETag, or is `*`. A Cache-Control beside it is ignored: fetch adds no-cache to
 * every request with the header.
 */
export function namesEtag(header: string, etag: string | undefined): boolean {
  return etag !== undefined && (listsEtag(header, etag) || tagsIn(header).includes('*'));
}

/** Whether an If-None-Match header has an ETag itself, which `*` does not show. */
export function listsEtag(header: string, etag: string): boolean {
  return tagsIn(header).includes(etag.replace(/^W\//, ''));
}

function tagsIn(header: string): string[] {
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}

/**
 * The revisions that an If-Match header allows; null allows any, as without the header and with `*`. An ETag that is
 * weak or not a revision matches none.
 */
export function revisionsOf(header: string): number[] | null {
  const tags = header.split(',').map((tag) => tag.trim());
  if (header.trim() === '' || tags.includes('*')) return null;
  return tags.flatMap((tag) => (/^"\d{1,15}"$/.test(tag) ? [Number(tag.slice(1, -1))] : []));
}
