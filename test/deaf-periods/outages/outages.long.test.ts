import { describeOutage } from './describe-outage.js';
import { BESIDE_GATEWAY, OUTAGES } from './outages.js';

const FACTORS = [0.5, 1, 3];
/** By then, devices that speak to the APIs have not been counted as up for a long time. */
const LONG = 12;

// docs/reliability.md#service-away
describe('no device, rollout or configuration is blamed for an outage of the service', function () {
  this.timeout(1_800_000);

  for (const outage of OUTAGES) describeOutage(outage, FACTORS);
  describeOutage(BESIDE_GATEWAY, [LONG]);
});
