import { deviceEntry, type Fleet } from '../fixtures/records/fleet.js';
import { upgradeEntry as upgrade } from './entries.js';

/** What is added to a fleet without faults, and the faults that come of it. */
export type FaultCase = readonly [title: string, fleet: Fleet, faults: readonly string[]];

export const UPGRADE_CASES: readonly FaultCase[] = [
  [
    'upgrades: release, time, status, and one of a kind for each device',
    {
      devices: [deviceEntry(1), deviceEntry(2)],
      upgrades: [
        upgrade(1, { version: '9.9' }),
        upgrade(2, { schedule_type: 'later', router_inventory_id: 2 }),
        upgrade(3, {
          schedule_type: 'later',
          schedule_at: '2027-01-01 00:00',
          time_zone: 'Mars',
          status: 'Failed',
        }),
        upgrade(4),
        upgrade(5, { status: 'Installing' }),
        upgrade(6, { status: 'Queued' }),
        upgrade(7, { status: 'Done' }),
      ],
    },
    [
      'upgrades[6].status: must be one of [Pending, Queued, Downloading, Installing, Verifying, Success, Failed, Skipped, Cancelled, Expired]',
      'upgrades[1].schedule_at: is missing: schedule_type later needs a time',
      'upgrades[2].time_zone: is not the name of an IANA time zone such as Europe/Berlin',
      'upgrades[0].version: there is no firmware release 9.9',
      'upgrades[3].status: device 1 has a pending upgrade already',
      'upgrades[5].status: device 1 has a dispatched upgrade already',
    ],
  ],
];
