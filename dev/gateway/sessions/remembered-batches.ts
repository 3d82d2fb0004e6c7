/** More than drivers have on their way at once: each repeats a batch at most once, within seconds. */
const REMEMBERED = 1_000;

/**
 * The answers to batches of several retryable writes, by the name of the batch. The engine remembers only
 * commands of one write, so a repeat of a larger one is answered here.
 */
export class RememberedBatches {
  readonly #answers = new Map<string, Promise<Buffer>>();

  /** Runs a batch once; a repeat waits for its answer. A batch that failed as a whole is run again. */
  once(retryId: string, run: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.#answers.get(retryId);
    if (known) return known;
    const answer = run().catch((error: unknown) => {
      this.#answers.delete(retryId);
      throw error;
    });
    this.#answers.set(retryId, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > REMEMBERED && oldest !== undefined) this.#answers.delete(oldest);
    return answer;
  }
}
