import { expect } from 'chai';
import { mergeGroups, withFailedGroups } from '../../../shared/rollouts/domain/gates/failed-groups.js';

const ended = (
  id: number,
  status: string,
  cause: 'download' | 'install' | null = 'download',
  partNumber = 'A',
) => {
  return { id, status, cause, partNumber };
};

describe('the failures of a rollout by cause and part', () => {
  it('count Failed and Expired upgrades, and keep the five with the lowest ids as examples', () => {
    const first = withFailedGroups(
      [],
      [4, 2, 6, 1].map((id) => ended(id, 'Failed')),
    );
    const groups = withFailedGroups(first, [
      ended(3, 'Expired'),
      ended(5, 'Failed'),
      ended(7, 'Success', null),
      ended(8, 'Failed', 'install'),
      ended(9, 'Failed', 'download', 'B'),
    ]);
    expect(groups).to.deep.equal([
      { cause: 'download', part: 'A', count: 6, examples: [1, 2, 3, 4, 5] },
      { cause: 'install', part: 'A', count: 1, examples: [8] },
      { cause: 'download', part: 'B', count: 1, examples: [9] },
    ]);
    expect(first[0], 'the former groups').to.include({ count: 4 });
  });

  it('are joined with those that no tick has counted', () => {
    const counted = [{ cause: 'install' as const, part: 'A', count: 10, examples: [1, 2] }];
    const uncounted = [{ cause: 'install' as const, part: 'A', count: 2, examples: [30, 31] }];
    expect(mergeGroups([...counted, ...uncounted])).to.deep.equal([
      { cause: 'install', part: 'A', count: 12, examples: [1, 2, 30, 31] },
    ]);
  });
});
