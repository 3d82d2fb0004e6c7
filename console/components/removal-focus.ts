import { useEffect, useRef, type RefObject } from 'react';

interface RemovalFocus {
  /** The element around the entries and the button that adds one. */
  readonly list: RefObject<HTMLDivElement | null>;
  /** Is called with the index of the entry that is about to be removed. */
  readonly removing: (index: number) => void;
}

/**
 * Keeps the focus in a list when an entry goes with the button that removes it: it moves to the button of the next entry,
 * of the last one, or to the last button of the list.
 * @param verb what the labels of these buttons begin with
 * @param count the number of entries
 * @param isWaiting while a dialog asks for a confirmation
 */
export function useRemovalFocus(
  verb: 'Approve' | 'Cancel' | 'Delete' | 'Remove' | 'Revoke',
  count: number,
  isWaiting = false,
): RemovalFocus {
  const list = useRef<HTMLDivElement>(null);
  const removed = useRef<number | null>(null);
  useEffect(() => {
    if (removed.current === null || isWaiting) return;
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const removing = buttons.filter((button) => button.ariaLabel?.startsWith(`${verb} `));
    (removing[removed.current] ?? removing.at(-1) ?? buttons.at(-1))?.focus();
    removed.current = null;
  }, [verb, count, isWaiting]);
  return {
    list,
    removing: (index) => {
      removed.current = index;
    },
  };
}
