import { describeRollout } from '../rollouts.js';

describeRollout(0.5);
describeRollout(3);
