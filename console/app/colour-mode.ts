import { applyMode, Mode } from '@cloudscape-design/global-styles';

const KEY = 'airfleet.colours';
const dark = matchMedia('(prefers-color-scheme: dark)');

export type Colours = 'system' | 'light' | 'dark';

export function chosenColours(): Colours {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Shows the colours of the system, or those that the user has chosen in this browser. */
export function applyColours(colours: Colours = chosenColours()): void {
  localStorage.setItem(KEY, colours);
  const isDark = colours === 'system' ? dark.matches : colours === 'dark';
  applyMode(isDark ? Mode.Dark : Mode.Light);
}

dark.addEventListener('change', () => {
  applyColours();
});
