import type { Page } from 'playwright-core';

const SETTLED_MS = 10_000;
const FRAMES = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))`;

/**
 * What is wrong with a page once it has settled. Components measure themselves after the window has changed, and colours
 * follow the scheme, when the browser has drawn frames: soon, or as late as a busy machine lets it.
 */
export async function found(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  const deadline = Date.now() + SETTLED_MS;
  for (;;) {
    await page.evaluate(FRAMES);
    const wrong = await look();
    if (wrong.length === 0 || Date.now() > deadline) return wrong;
  }
}
