const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];

const SYSTEMS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** A browser as people call it, such as `Firefox on Linux`; the start of what it sends where that is not known. */
export function browserName(agent: string | null): string {
  if (agent === null || agent === '') return 'Unknown browser';
  const named = (marks: typeof BROWSERS) => marks.find(([, mark]) => mark.test(agent))?.[0];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser === undefined) return agent.slice(0, 40);
  return system === undefined ? browser : `${browser} on ${system}`;
}
