const SLOWEST_MS = 30_000;
/** The maximum fraction of the time spent on requests. */
const REST = 4;

/**
 * Polls: one request at a time, not while the page is hidden, and less often while the service fails or is slow.
 * `everyMs` is evaluated before each request.
 * @param {() => Promise<void>} ask
 * @param {() => number} everyMs
 * @param {(failed: boolean) => void} onOutcome
 */
export function keepFresh(ask, everyMs, onOutcome) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let failures = 0;
  let running = false;
  let again = false;

  async function run() {
    clearTimeout(timer);
    if (running) {
      again = true;
      return;
    }
    running = true;
    const started = performance.now();
    try {
      await ask();
      failures = 0;
    } catch {
      failures += 1;
    }
    running = false;
    onOutcome(failures > 0);
    if (again) {
      again = false;
      void run();
    } else if (!document.hidden) {
      const rest = Math.max(everyMs(), REST * (performance.now() - started));
      timer = setTimeout(run, Math.min(rest * 2 ** failures, SLOWEST_MS));
    }
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) clearTimeout(timer);
    else void run();
  });
  for (const change of ['online', 'offline']) window.addEventListener(change, () => void run());
  void run();
}
