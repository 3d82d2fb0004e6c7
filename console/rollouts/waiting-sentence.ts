import type { Rollout } from './rollout';

type Waits = NonNullable<Rollout['waiting_for']>;
type Reason = keyof Waits;

/** What devices wait for, for one device and for several. */
const WAITS: Readonly<Record<Reason, readonly [one: string, several: string]>> = {
  approval: ['waits for the approval of a stage', 'wait for the approval of a stage'],
  start: ['waits for its stage to start', 'wait for their stage to start'],
  watch: ['is held out until the watch is over', 'are held out until the watch is over'],
  canary: [
    'waits until the canaries, the first devices of each part, have succeeded',
    'wait until the canaries, the first devices of each part, have succeeded',
  ],
  blocked: ['is in a blocked network', 'are in blocked networks'],
  offline: ['is offline', 'are offline'],
  window: ['waits for the window of its site', 'wait for the window of their site'],
  switch: [
    'waits because the switch of its network is upgraded last and alone',
    'wait because the switch of their network is upgraded last and alone',
  ],
  network_limit: [
    'waits because enough of its network is being upgraded',
    'wait because enough of their network is being upgraded',
  ],
  slots: [
    'waits because no more devices are upgraded at once',
    'wait because no more devices are upgraded at once',
  ],
  rate: ['waits because of the rate', 'wait because of the rate'],
};

/** Why devices of a rollout wait, in one sentence, the most frequent reason first; empty when none waits. */
export function waitingSentence(waits: Waits, opensAt: string | null): string {
  const found = (Object.keys(WAITS) as Reason[])
    .filter((reason) => waits[reason] > 0)
    .sort((one, other) => waits[other] - waits[one]);
  const texts = found.map((reason) => {
    const [one, several] = WAITS[reason];
    const count = waits[reason];
    const opens = reason === 'window' && opensAt !== null ? `, which opens at ${opensAt}` : '';
    return `${count.toLocaleString('en-US')} ${count === 1 ? `device ${one}` : `devices ${several}`}${opens}`;
  });
  return texts.length === 0 ? '' : `${texts.join('; ')}.`;
}
