import { expect } from 'chai';
import { consoleModule } from '../console-module.js';

interface Part {
  readonly label: string;
  readonly count: number;
}

interface States {
  readonly barParts: (counts: object) => readonly Part[];
  readonly successText: (success: number, sick: number) => string;
  readonly sickSuccessesOf: (stages: readonly object[], sick: number) => (n: number) => number | undefined;
}

const COUNTS = { waiting: 0, failed: 0, skipped: 0, cancelled: 0, expired: 0 };

describe('the words of a rollout in the console', () => {
  it('count sick devices in the bar beside healthy ones in the same state', async () => {
    const { barParts } = await consoleModule<States>('rollouts/states.ts');
    const shown = (counts: object): string[] =>
      barParts(counts).map(({ label, count }) => `${label} ${count}`);
    expect(shown({ ...COUNTS, success: 3, in_flight: 2, sick: { success: 1, in_flight: 0 } })).to.deep.equal([
      'Success and healthy 2',
      'Success but sick 1',
      'In progress 2',
    ]);
    expect(shown({ ...COUNTS, success: 3, in_flight: 0, sick: { success: 0, in_flight: 0 } })).to.deep.equal([
      'Success 3',
    ]);
  });

  it('count sick Successes of a stage only where one stage has Successes', async () => {
    const { sickSuccessesOf, successText } = await consoleModule<States>('rollouts/states.ts');
    const stage = (n: number, success: number | null) => ({
      n,
      progress: success === null ? null : { success, in_flight: 0 },
    });
    const first = sickSuccessesOf([stage(1, 3), stage(2, null)], 1);
    expect([first(1), first(2)]).to.deep.equal([1, 0]);
    const both = sickSuccessesOf([stage(1, 3), stage(2, 30), stage(3, 0)], 1);
    expect([both(1), both(2), both(3)]).to.deep.equal([undefined, undefined, 0]);
    expect([successText(3, 1), successText(3, 0)]).to.deep.equal(['3 (1 sick)', '3']);
  });

  it('tell sick devices from failed upgrades in what the failure gate found', async () => {
    const { failureFindings, exampleText } = await consoleModule<{
      readonly failureFindings: (reason: object) => string;
      readonly exampleText: (example: object) => string;
    }>('rollouts/health/failure-findings.ts');
    const sick = { mac_id: '02:00:5E:10:00:BD', sign: 'restarted' };
    const failed = { mac_id: '02:00:5E:10:00:1F', cause: 'install' };
    const found = (finished: number, failures: number, ...examples: object[]): string =>
      failureFindings({ counts: { finished, failed: failures }, limit: 5, examples });
    expect(found(1, 1, sick)).to.match(/^1 of 1 device is sick, though its upgrade did not fail\./);
    expect(found(20, 2, failed)).to.match(/^2 of 20 upgrades failed\./);
    expect(found(20, 2, failed, sick)).to.match(/^2 of 20 devices failed or are sick after the upgrade\./);
    expect(exampleText(sick)).to.equal('02:00:5E:10:00:BD has restarted repeatedly');
    expect(exampleText(failed)).to.equal('02:00:5E:10:00:1F: The installation failed');
    expect(exampleText({ mac_id: '02:00:5E:10:00:33', change: 'joined' })).to.equal(
      '02:00:5E:10:00:33 has joined',
    );
  });

  it('suggest to leave a bad part out, else to roll back, and to resume what no gate has paused', async () => {
    const { leadAction } = await consoleModule<{ leadAction: (reason: object) => string | null }>(
      'rollouts/health/lead-action.ts',
    );
    expect(leadAction({ gate: 'failure_gate', part: 'AP-7' })).to.equal('exclude');
    expect(leadAction({ gate: 'health_gate', part: 'AP-7' })).to.equal('exclude');
    expect(leadAction({ gate: 'failure_gate', part: null })).to.equal('rollback');
    expect(leadAction({ gate: 'delivery_gate', part: null })).to.equal(null);
    expect(leadAction({ reason: 'release_withdrawn' })).to.equal('rollback');
    expect(leadAction({ reason: null, by: 4 })).to.equal('resume');
  });

  it('count what is left out among one target, and at most so many among several', async () => {
    const { leftOutFilter } = await consoleModule<{
      leftOutFilter: (targets: readonly string[], excluded: string) => object | null;
    }>('rollouts/targets/left-out-filter.ts');
    const part = { part_number: 'AP:7' };
    expect(leftOutFilter(['all'], 'part:AP:7')).to.deep.equal({ filter: part, isAtMost: false });
    expect(leftOutFilter(['tag:2'], 'part:AP:7')).to.deep.equal({
      filter: { tag_id: '2', ...part },
      isAtMost: false,
    });
    expect(leftOutFilter(['tag:2', 'network:1'], 'part:AP:7')).to.deep.equal({
      filter: part,
      isAtMost: true,
    });
    expect(leftOutFilter(['tag:2'], 'tag:3')).to.deep.equal({ filter: { tag_id: '3' }, isAtMost: true });
    expect(leftOutFilter(['all'], 'AP:162')).to.equal(null);
  });

  it('name targets, and say durations and shares in few figures', async () => {
    const { targetText } = await consoleModule<{
      readonly targetText: (target: string, names: object) => { text: string; path: string | null };
    }>('rollouts/targets/target-text.ts');
    const names = {
      networks: new Map([['1', 'Lakeside']]),
      tags: new Map([['2', 'wave-2']]),
      parts: new Map([['MS-24P', 'MS-24P (Switch)']]),
    };
    const texts = ['tag:2', 'network:1', 'part:MS-24P', 'tag:9', 'AP:162', 'rollout:3:failed'].map(
      (target) => targetText(target, names).text,
    );
    expect(texts).to.deep.equal([
      'tag wave-2',
      'network Lakeside',
      'part MS-24P (Switch)',
      'tag 9',
      'device 162',
      'devices whose upgrade failed in rollout 3',
    ]);
    const { duration, minutesText } = await consoleModule<{
      readonly duration: (seconds: number) => string;
      readonly minutesText: (minutes: number) => string;
    }>('components/duration.ts');
    expect([0, 0.4166666666666667, 30, 90].map(minutesText)).to.deep.equal([
      '0 min',
      '25 s',
      '30 min',
      '1 h 30 min',
    ]);
    expect([59, 3600, 273_600].map(duration)).to.deep.equal(['59 s', '1 h', '3 d 4 h']);
    const { wholePercent } = await consoleModule<{ wholePercent: (part: number, all: number) => number }>(
      'components/percent.ts',
    );
    expect([wholePercent(199, 200), wholePercent(200, 200), wholePercent(0, 0)]).to.deep.equal([99, 100, 0]);
  });

  it('say why devices wait', async () => {
    const { waitingSentence } = await consoleModule<{
      readonly waitingSentence: (waits: object, opensAt: string | null) => string;
    }>('rollouts/waiting-sentence.ts');
    const none = { approval: 0, start: 0, watch: 0, blocked: 0, window: 0, switch: 0, network_limit: 0 };
    expect(waitingSentence({ ...none, canary: 44, offline: 1, slots: 0, rate: 0 }, null)).to.equal(
      '44 devices wait until the canaries, the first devices of each part, have succeeded; 1 device is offline.',
    );
  });
});
