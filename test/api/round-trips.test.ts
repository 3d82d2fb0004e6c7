import { expect } from 'chai';
import { sharedApi } from '../support/api.js';
import { countRoundTrips } from '../support/round-trips.js';

describe('countRoundTrips', () => {
  it('names each command of the given work and nothing after it', async () => {
    const { deps } = await sharedApi();
    const { models } = deps.mongo;
    const { result, commands } = await countRoundTrips(deps, async () => {
      await models.tags.find({ _id: -1 }).lean();
      await models.tags.bulkWrite([{ deleteOne: { filter: { _id: -1 } } }]);
      return 'done';
    });
    await models.tags.findOne({ _id: -1 }).lean();
    expect(result).to.equal('done');
    expect(commands).to.deep.equal(['find tags', 'delete tags']);
  });
});
