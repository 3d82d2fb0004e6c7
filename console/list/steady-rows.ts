import { useRef, useState, type PointerEvent } from 'react';
import { queryClient } from '../api/client';

/** How long after its last movement the pointer keeps the rows below it where they are; no click is to be expected later. */
const HOLD_MS = 60_000;

interface Shown<Item> {
  readonly rows: readonly Item[];
  /** The last answer. */
  readonly items: readonly Item[];
  readonly of: string;
  readonly change: number;
}

/**
 * The rows of a list. While the pointer is on them, an answer changes their values and not their places, so that no click
 * hits a row that has just come there. Others are shown when the pointer leaves, and as soon as the user filters, sorts,
 * turns the page or changes something. The rows stay while others cannot be read.
 * @param of what the list shows: its filters, order and page
 */
export function useSteadyRows<Item>(
  items: readonly Item[] | undefined,
  rowKey: (item: Item) => string,
  of: string,
) {
  const [isHeld, setIsHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [shown, setShown] = useState<Shown<Item>>();
  if (items !== undefined && items !== shown?.items) {
    const change = latestChange();
    const staysInPlace = isHeld && shown?.of === of && shown.change === change;
    setShown({ rows: staysInPlace ? inPlace(shown.rows, items, rowKey) : items, items, of, change });
  }
  const release = (): void => {
    clearTimeout(timer.current);
    setIsHeld(false);
    setShown((last) => (last && last.rows !== last.items ? { ...last, rows: last.items } : last));
  };
  return {
    rows: shown?.rows,
    /** For the element around the rows. */
    pointerHandlers: {
      onPointerMove: ({ target }: PointerEvent) => {
        if (!(target as Element).closest('tbody')) {
          release();
          return;
        }
        setIsHeld(true);
        clearTimeout(timer.current);
        timer.current = setTimeout(release, HOLD_MS);
      },
      onPointerLeave: release,
    },
  };
}

function inPlace<Item>(
  rows: readonly Item[],
  items: readonly Item[],
  rowKey: (item: Item) => string,
): readonly Item[] {
  const latest = new Map(items.map((item) => [rowKey(item), item]));
  return rows.map((row) => latest.get(rowKey(row)) ?? row);
}

/** Identifies the last change that this page has made; 0 before the first. */
function latestChange(): number {
  const made = queryClient.getMutationCache().findAll({ status: 'success' });
  return Math.max(0, ...made.map(({ mutationId }) => mutationId));
}
