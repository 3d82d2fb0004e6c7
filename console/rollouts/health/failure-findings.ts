import { deviceCount } from '../../components/device-count';
import { CAUSES } from './causes';
import type { StateReason } from '../rollout';
import { SIGNS } from './signs';

type Example = NonNullable<StateReason['examples']>[number];

/** Whether a device counts as failed because it is sick: its upgrade has no cause then. */
const isSick = ({ cause }: Example): boolean => !cause;

/** What the failure gate found: upgrades that failed, devices that are sick though their upgrade did not fail, or both. */
export function failureFindings({ counts = {}, limit, examples = [] }: StateReason): string {
  const { failed = 0, finished = 0 } = counts;
  const all = `${failed} of ${deviceCount(finished)}`;
  const rule = `The limit is ${limit} %.`;
  if (!examples.some(isSick))
    return `${failed} of ${finished} upgrade${finished === 1 ? '' : 's'} failed. ${rule}`;
  const counted = 'The gate counts sick devices as failed.';
  if (!examples.every(isSick)) return `${all} failed or are sick after the upgrade. ${counted} ${rule}`;
  return failed === 1
    ? `${all} is sick, though its upgrade did not fail. ${counted} ${rule}`
    : `${all} are sick, though their upgrades did not fail. ${counted} ${rule}`;
}

/** Such as "02:00:5E:10:00:1F has restarted repeatedly". */
export function exampleText(example: Example): string {
  const { mac_id: mac, sign, cause, change } = example;
  if (change) return `${mac} has ${change}`;
  if (sign) return `${mac} ${SIGNS[sign]?.one ?? 'is sick'}`;
  if (!cause) return `${mac} is sick`;
  return `${mac}: ${Object.hasOwn(CAUSES, cause) ? CAUSES[cause as keyof typeof CAUSES] : cause}`;
}
