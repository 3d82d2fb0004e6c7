import type { ScheduledUpgrades } from '../../shared/upgrades/operations/schedule/schedule-upgrades.js';
import type { Answer } from '../http/endpoint.js';

const MESSAGES = {
  created: 'Successfully created Upgrade!',
  updated: 'Successfully updated Upgrade!',
} as const;

/** The body of create and update; its status is the answer's status (docs/interface.md#upgrades-create). */
export function scheduledAnswer(
  { outcome, version, unavailable }: ScheduledUpgrades,
  hasId: boolean,
): Answer {
  if (unavailable.length > 0) {
    const message = `Firmware ${version} is not available for: ${unavailable.join(', ')}`;
    return { status: 422, body: { message, status: 422 } };
  }
  const message = MESSAGES[hasId ? 'updated' : (outcome ?? 'updated')];
  return { status: 200, body: { message, status: 200 } };
}
