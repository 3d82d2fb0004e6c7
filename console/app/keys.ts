import { useEffect, useRef } from 'react';
import { useGoTo } from '../components/route-link';
import { SCREENS } from './screens';

const STORED = 'airfleet.keys';
const JUMP_MS = 1500;

/** Whether the shortcuts of a single key work; Ctrl K always does. */
export function areKeysOn(): boolean {
  return localStorage.getItem(STORED) !== 'off';
}

export function switchKeys(on: boolean): void {
  localStorage.setItem(STORED, on ? 'on' : 'off');
}

/** The shortcuts of the console: Ctrl K, / and ?, and g followed by the key of a screen. */
export function useKeys(open: (dialog: 'keys' | 'search') => void): void {
  const goTo = useGoTo();
  const jumpUntil = useRef(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key === 'k') {
        event.preventDefault();
        open('search');
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || !areKeysOn() || isTyping(event.target)) return;
      const screen =
        Date.now() < jumpUntil.current ? SCREENS.find(({ key }) => key === event.key) : undefined;
      jumpUntil.current = event.key === 'g' ? Date.now() + JUMP_MS : 0;
      if (screen) goTo(screen.path);
      else if (event.key === '?') open('keys');
      else if (event.key === '/') {
        event.preventDefault();
        if (!focusFilter()) open('search');
      }
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [goTo, open]);
}

/** Focuses the text filter of the screen; whether there is one. */
function focusFilter(): boolean {
  const filter = document.querySelector<HTMLInputElement>('main input[type="search"]');
  filter?.focus();
  return filter !== null;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, [role="dialog"]') !== null;
}
