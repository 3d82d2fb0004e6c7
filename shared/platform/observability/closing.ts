import type { Log } from './logger.js';

/** Closes resources in reverse order of opening; a failure does not skip the rest. */
export class Closing {
  private readonly steps: { name: string; close: () => Promise<unknown> }[] = [];

  add(name: string, close: () => Promise<unknown>): void {
    this.steps.push({ name, close });
  }

  async run(log: Log): Promise<void> {
    for (const { name, close } of this.steps.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        log.error({ err: error, what: name }, 'Closing failed; going on');
      }
    }
  }
}
