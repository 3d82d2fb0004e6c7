import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe reports, each with the first element. */
const VIOLATIONS = `axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200)))`;

/** Targets of a pointer that are smaller than 24 pixels, which axe only looks for when asked. */
const SMALL_TARGETS = `axe.run({ runOnly: ['target-size'], resultTypes: ['violations'] }).then(({ violations }) =>
  violations.flatMap(({ nodes }) => nodes.map(({ html }) => html.slice(0, 200))))`;

/** Loads axe into the page, once after each navigation. */
export async function loadAxe(page: Page): Promise<void> {
  await page.evaluate(AXE);
}

/** The rules that the page violates now, each with the first element that does. */
export function violationsOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(VIOLATIONS);
}

/** The elements of the page that are too small a target. */
export function smallTargetsOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(SMALL_TARGETS);
}
