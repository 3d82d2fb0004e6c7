import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe reports, each with the first element. */
const VIOLATIONS = `axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200)))`;

/** Loads axe into the page, once after each navigation. */
export async function loadAxe(page: Page): Promise<void> {
  await page.evaluate(AXE);
}

/** The rules that the page violates now, each with the first element that does. */
export function violationsOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(VIOLATIONS);
}
