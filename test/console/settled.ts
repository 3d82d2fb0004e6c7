import type { Page } from 'playwright-core';
import { eventually } from '../fixtures/eventually.js';

const FRAMES = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))`;

/**
 * What is wrong with a page once it has settled. Components measure themselves after the window has changed, and colours
 * follow the scheme, when the browser has drawn frames: soon, or as late as a busy machine lets it.
 */
export async function found(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  let wrong: string[] = [];
  const isRight = async (): Promise<boolean> => {
    await page.evaluate(FRAMES);
    wrong = await look();
    return wrong.length === 0;
  };
  await eventually('the page is right', isRight).catch((error: unknown) => {
    if (wrong.length === 0) throw error;
  });
  return wrong;
}
