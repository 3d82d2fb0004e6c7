/** The ETag of a record with a revision: `"7"`. */
export function etagOf(revision: number): string {
  return `"${revision}"`;
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
