import { expect } from 'chai';
import { judgeDelivery, type MissedUpgrades } from '../../../shared/rollouts/domain/gates/delivery-gate.js';
import { deliveryGateTrips } from '../../../shared/rollouts/domain/gates/gates.js';
import type { UncountedUpgrades } from '../../../shared/rollouts/domain/progress.js';
import type { RolloutRecord } from '../../../shared/rollouts/models/rollout.js';
import type { FinishedPart } from '../../../shared/rollouts/models/rollout-stage.js';

const NOW = new Date('2026-12-01T01:12:09Z');

interface Given {
  readonly judged?: readonly Partial<FinishedPart>[];
  readonly open?: readonly Partial<UncountedUpgrades>[];
  readonly missed?: number;
  readonly derived?: 'retry' | 'rollback';
}

/** The reason for which a rollout pauses whose second stage has these upgrades. */
function reasonOf({ judged = [], open = [], missed = 0, derived }: Given) {
  const none = { stage: 2, part: 'A', success: 0, failed: 0, counted: 0, undelivered: 0 };
  const rollout = {
    settings: { gates: { delivery_percent: 50 } },
    judged: judged.map((each) => ({ ...none, ...each })),
    failures: [
      { upgrade_id: 1, mac_id: 'one', cause: 'install', stage: 2, part: 'A' },
      { upgrade_id: 2, mac_id: 'two', cause: 'download', stage: 2, part: 'A' },
      { upgrade_id: 3, mac_id: 'three', cause: 'not_begun', stage: 1, part: 'A' },
    ],
    derivedFrom: derived ? { action: derived } : null,
  } as unknown as RolloutRecord;
  const waiting: MissedUpgrades[] =
    missed === 0 ? [] : [{ stage: 2, count: missed, examples: [{ upgrade_id: 9, mac_id: 'nine' }] }];
  const upgrades = open.map((each) => ({ stage: 2, part: 'A', slot: true, count: 1, ...each }));
  return judgeDelivery(rollout, upgrades as UncountedUpgrades[], waiting, NOW);
}

// docs/rollouts.md#delivery-gate-1
describe('the delivery gate', () => {
  it('trips from its percentage on, and not before twenty have tried', () => {
    expect(deliveryGateTrips({ tried: 20, failed: 10 }, 50)).to.equal(true);
    expect(deliveryGateTrips({ tried: 21, failed: 10 }, 50)).to.equal(false);
    expect(deliveryGateTrips({ tried: 19, failed: 19 }, 50)).to.equal(false);
    expect(deliveryGateTrips({ tried: 1000, failed: 161 }, 16.1)).to.equal(true);
  });

  it('counts an upgrade once: by its latest try while it is open, and by its cause when it has ended', () => {
    const judged = [{ success: 6, failed: 5, undelivered: 4, counted: 1 }];
    const open = [
      { status: 'Installing', count: 2 },
      { status: 'Downloading', count: 1 },
      { status: 'Queued', count: 100 },
    ] as const;
    expect(reasonOf({ judged, open, missed: 5 }), '9 of 19').to.equal(null);
    expect(reasonOf({ judged, open, missed: 6 }), '10 of 20').to.deep.include({
      gate: 'delivery_gate',
      stage: 2,
      part: null,
      counts: { tried: 20, failed: 10 },
      limit: 50,
    });
  });

  it('names devices of the stage that did not get the firmware', () => {
    const examples = reasonOf({ missed: 20 })?.['examples'];
    expect(examples).to.deep.equal([
      { upgrade_id: 2, mac_id: 'two', cause: 'download' },
      { upgrade_id: 9, mac_id: 'nine' },
    ]);
  });

  it('judges stage by stage, and no rollback', () => {
    const judged = [
      { stage: 1, success: 12, failed: 12, undelivered: 12 },
      { stage: 2, failed: 12, undelivered: 12 },
    ];
    expect(reasonOf({ judged })).to.deep.include({ stage: 1, counts: { tried: 24, failed: 12 } });
    expect(reasonOf({ judged, derived: 'retry' })).to.not.equal(null);
    expect(reasonOf({ judged, derived: 'rollback' })).to.equal(null);
  });
});
