import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { TestDevice } from '../../fixtures/records/device.js';
import type { Receiver } from '../../webhooks/receiver.js';
import { OLD, type RolloutRunFixture } from '../../rollouts/rollout-run-fixture.js';

/** A rollout at the end of the test. */
export interface ExpectedRollout {
  readonly id: number;
  readonly stages: number;
  readonly counts: Readonly<Record<string, number>>;
}

/** What the API shows of a preview. */
export interface ShownPreview {
  readonly state: string;
  readonly fingerprint: string;
  readonly totals: Readonly<Record<string, number>>;
}

/** A preview names each of the devices once. */
export function expectPreviewed({ totals, fingerprint }: ShownPreview, devices: readonly TestDevice[]): void {
  expect(totals).to.include({ targeted: devices.length, to_upgrade: devices.length });
  const lines = devices.map(({ _id, partNumber }) => `${_id}:${partNumber}:${OLD}\n`);
  expect(fingerprint).to.equal(createHash('sha256').update(lines.join('')).digest('hex'));
}

/** The body of an event. */
export interface EventBody {
  readonly type: string;
  readonly data: {
    readonly rollout?: { readonly id: number };
    readonly upgrades?: readonly { readonly upgrade_id: number; readonly rollout_id: number | null }[];
  };
}

/** The events that the receiver got, each once. */
export function eventsOf({ received }: Receiver): EventBody[] {
  const bodies = new Map(received.map(({ id, body }) => [id, body]));
  return [...bodies.values()].map((body) => JSON.parse(body) as EventBody);
}

/** The log and the events of a rollout have the start of each stage once, and its counts are these. */
export async function expectStartedOnce(
  fixture: RolloutRunFixture,
  receiver: Receiver,
  { id, stages, counts }: ExpectedRollout,
): Promise<void> {
  expect((await fixture.progress(id)).total).to.include(counts);
  const logged = (await fixture.log(id)).filter(({ action }) => action === 'rollout.stage.started');
  expect(
    logged.map(({ after }) => after?.['stage']),
    'started stages in the log',
  ).to.deep.equal(Array.from({ length: stages }, (_, index) => index + 1));
  const reported = eventsOf(receiver).filter(
    ({ type, data }) => type === 'rollout.stage.started' && data.rollout?.id === id,
  );
  expect(reported, 'events of started stages').to.have.length(stages);
}

/** Each upgrade of a rollout is in one event, and in no other. */
export async function expectReportedOnce({ service }: RolloutRunFixture, receiver: Receiver): Promise<void> {
  const upgrades = eventsOf(receiver).flatMap(({ data }) => data.upgrades ?? []);
  const reported = upgrades.map(({ upgrade_id }) => upgrade_id).sort((a, b) => a - b);
  const all = await service.deps.mongo.models.upgrades.find({ inRollout: true }, { _id: 1 }).sort({ _id: 1 });
  expect(reported).to.deep.equal(all.map(({ _id }) => _id));
}
