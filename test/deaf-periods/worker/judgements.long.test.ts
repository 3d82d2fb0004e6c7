import { describeJudgements } from '../judgements.js';

describe('the judgement of a silent device after outages of every length', () => {
  describeJudgements(
    [0.5, 1, 3].flatMap((factor) => [
      { factor, isStoreAway: false },
      { factor, isStoreAway: true },
    ]),
  );
});
