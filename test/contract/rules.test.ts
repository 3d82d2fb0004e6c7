import { expect } from 'chai';
import { listRules } from '../../dev/rules/list-rules.js';

describe('the rules of the interface document', () => {
  it('each have a test that names them, and no test names one that is not there', async () => {
    const { matches, gaps, unknown } = await listRules('test');
    expect(matches).to.have.length.above(100);
    expect(gaps.map(({ operation, id, text }) => `${operation}, ${id}: ${text}`)).to.deep.equal([]);
    expect(unknown).to.deep.equal([]);
  });
});
