import { describeOutage } from './describe-outage.js';
import { OUTAGES } from './outages.js';

const FACTORS = [0.5, 1, 3];

// docs/reliability.md#service-away
describe('no device, rollout or configuration is blamed for an outage of the service', function () {
  this.timeout(1_800_000);

  for (const outage of OUTAGES) describeOutage(outage, FACTORS);
});
