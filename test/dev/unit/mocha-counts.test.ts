import { expect } from 'chai';
import { mochaCounts } from '../../../dev/checks/mocha-counts.js';

describe('the counts of a test run', () => {
  it("are the last ones in mocha's output", () => {
    const lines = ['  a title with 9 passing', '  3 passing (2s)', '  1 failing', '  1) it fails: 7 failing'];
    expect(mochaCounts(lines, false)).to.deep.equal({ passed: 3, failed: 1 });
  });

  it('are found in coloured output', () => {
    expect(
      mochaCounts(['\u001b[92m \u001b[0m\u001b[32m 12 passing\u001b[0m\u001b[90m (3s)\u001b[0m'], true),
    ).to.deep.equal({
      passed: 12,
      failed: 0,
    });
  });

  it('include one failure when the run failed without counting any', () => {
    expect(mochaCounts(['Error: the stores could not be started'], false)).to.deep.equal({
      passed: 0,
      failed: 1,
    });
    expect(mochaCounts(['  5 passing (1s)'], false)).to.deep.equal({ passed: 5, failed: 1 });
  });
});
