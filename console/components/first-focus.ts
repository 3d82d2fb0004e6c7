import { useEffect, useRef, type RefObject } from 'react';

interface Focusable {
  focus: () => void;
}

/** Focuses a field when it is first shown, also in a dialog, which focuses its button to close at the same time. */
export function useFirstFocus<Field extends Focusable>(): RefObject<Field | null> {
  const field = useRef<Field>(null);
  useEffect(() => {
    const timer = setTimeout(() => field.current?.focus());
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return field;
}
