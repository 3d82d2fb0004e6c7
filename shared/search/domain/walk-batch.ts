const MIN_BATCH = 100;
const MAX_BATCH = 2000;
/** A batch is so much larger than what an even spread would need. */
const MARGIN = 1.3;

/** How many devices a walk reads next, by the share that it has kept. */
export function nextBatch(
  wanted: number,
  { walked, kept }: { readonly walked: number; readonly kept: number },
  most = MAX_BATCH,
): number {
  return batchFor(wanted, (kept + 1) / (walked + 1), most);
}

/** How many devices to read at once, to find so many of which a share is kept. */
export function batchFor(wanted: number, share: number, most = MAX_BATCH): number {
  return clamp((MARGIN * wanted) / share, most);
}

function clamp(size: number, most = MAX_BATCH): number {
  return Math.min(most, Math.max(MIN_BATCH, Math.ceil(size)));
}
