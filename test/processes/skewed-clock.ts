/**
 * Loaded before a process with `node --import`: sets its clock CLOCK_AHEAD_MS ahead of the machine's, or behind if
 * negative.
 */
const aheadMs = Number(process.env['CLOCK_AHEAD_MS']);
const real = Date.now.bind(Date);
const now = (): number => real() + aheadMs;

globalThis.Date = new Proxy(Date, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
});
