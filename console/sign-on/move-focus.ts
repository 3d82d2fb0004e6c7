import { useEffect, useRef, type RefObject } from 'react';

type Direction = 'up' | 'down';

/**
 * Lets the focus follow an entry that a button moves: to its button of the same direction, or at an end of the list to
 * the other one.
 * @param list the element around the entries, whose buttons are called such as “Move value 2 up”
 * @returns is called with the number that the entry is about to have
 */
export function useMoveFocus(
  list: RefObject<HTMLElement | null>,
): (to: number, direction: Direction) => void {
  const moved = useRef<{ readonly to: number; readonly direction: Direction } | null>(null);
  useEffect(() => {
    if (moved.current === null) return;
    const { to, direction } = moved.current;
    moved.current = null;
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])];
    const named = (way: Direction) =>
      buttons.find(({ ariaLabel }) => ariaLabel === `Move value ${to} ${way}`);
    (named(direction) ?? named(direction === 'up' ? 'down' : 'up'))?.focus();
  });
  return (to, direction) => {
    moved.current = { to, direction };
  };
}
