import { AppError } from '../../shared/platform/errors/app-error.js';
import { SITE } from '../paths.js';
import { seeOther } from './see-other.js';
import type { PageContext } from './visitor.js';

/**
 * Shows a page, or leads a user who must set up a second factor first to the console, which shows only that then.
 * @throws AppError other than secondFactorMissing
 */
export async function leadingToSetUp(ctx: PageContext, show: () => Promise<void>): Promise<void> {
  try {
    await show();
  } catch (error) {
    if (!(error instanceof AppError) || error.refusal !== 'secondFactorMissing') throw error;
    seeOther(ctx, SITE.console);
  }
}
