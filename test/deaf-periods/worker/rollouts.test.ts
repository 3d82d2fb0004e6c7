import { describeRollout } from '../rollouts.js';

describeRollout(1);
