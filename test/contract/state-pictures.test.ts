import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { ACTIONS, judgeAction, ROLLOUT_STATES } from '../../shared/rollouts/domain/rollout-state.js';
import { END_STATUSES, TRANSITIONS } from '../../shared/upgrades/domain/upgrade-status.js';

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

/** The arrows of the picture below a heading of docs/states.md. */
async function arrowsOf(heading: string): Promise<Arrow[]> {
  const text = await readFile('docs/states.md', 'utf8');
  const [, section = ''] = text.split(`## ${heading}\n`);
  const [, picture = ''] = /```mermaid\n([\s\S]*?)```/.exec(section) ?? [];
  const lines = [...picture.matchAll(/^ {2}(\S+) --> (\S+?)(?:: (.*))?$/gm)];
  return lines.map(([, from = '', to = '', label = '']) => ({ from, to, label }));
}

const isEnd = ({ to }: Arrow): boolean => to === '[*]';
const isStart = ({ from }: Arrow): boolean => from === '[*]';
const namesOf = (arrows: readonly Arrow[]): string[] => arrows.map(({ from }) => from);

describe('the pictures of docs/states.md', () => {
  it('show every transition of an upgrade, and no other', async () => {
    const arrows = await arrowsOf('An upgrade');
    const between = arrows.filter((arrow) => !isStart(arrow) && !isEnd(arrow));
    const shown = between.flatMap(({ from, to, label }) =>
      label.split(', ').map((event) => ({ from, to, event })),
    );
    expect(shown).to.have.deep.members([...TRANSITIONS]);
    expect(arrows.filter(isStart).map(({ to }) => to)).to.deep.equal(['Pending']);
    expect(namesOf(arrows.filter(isEnd))).to.have.members([...END_STATUSES]);
  });

  it('show every state of a rollout, and each action from the states in which it acts', async () => {
    const arrows = await arrowsOf('A rollout');
    const states = arrows.flatMap(({ from, to }) => [from, to]).filter((name) => name !== '[*]');
    expect([...new Set(states)]).to.have.members([...ROLLOUT_STATES]);
    for (const action of ACTIONS) {
      const from = arrows.filter(({ label }) => label.startsWith(action.toUpperCase()));
      const acting = ROLLOUT_STATES.filter((state) => judgeAction(action, state) === 'acts');
      expect([...new Set(namesOf(from))], action).to.have.members(acting);
    }
  });
});
