import { expect } from 'chai';
import { interruptionOf, readCommand } from '../../../api/cli/run-cli.js';

describe('a signal to a command of npm run cli', () => {
  const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
  const before = new Map<string, readonly unknown[]>();
  beforeEach(() => {
    for (const signal of SIGNALS) before.set(signal, process.listeners(signal));
  });
  /** The listeners that a test has added; a signal without a listener ends a process. */
  const added = (signal: (typeof SIGNALS)[number]) =>
    process.listeners(signal).filter((listener) => !before.get(signal)?.includes(listener));
  afterEach(() => {
    for (const signal of SIGNALS)
      for (const listener of added(signal)) process.removeListener(signal, listener);
  });

  it('ends it at once when it follows nothing', () => {
    for (const name of ['user create', 'rollouts show', 'keys rotate', 'webhooks deliveries'])
      interruptionOf(readCommand(name.split(' ')).command);
    for (const signal of SIGNALS) expect(added(signal), signal).to.deep.equal([]);
  });

  for (const name of ['audit tail', 'rollouts watch'])
    for (const signal of SIGNALS)
      it(`asks ${name} to end at ${signal}`, () => {
        const interrupted = interruptionOf(readCommand(name.split(' ')).command);
        expect(interrupted.aborted).to.equal(false);
        for (const listener of added(signal)) listener(signal);
        expect(interrupted.aborted).to.equal(true);
      });
});
