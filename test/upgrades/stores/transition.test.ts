import { expect } from 'chai';
import type { Transition } from '../../../shared/upgrades/domain/upgrade-status.js';
import { transition } from '../../../shared/upgrades/stores/transition.js';
import { TrackedUpgrade } from '../../fixtures/records/tracked-upgrade.js';
import { TestService } from '../../fixtures/records/test-service.js';

const at = new Date('2026-06-15T12:00:00Z');

describe('transition()', () => {
  it('is conditional on the status it leaves and records its event', () => {
    const { filter, update } = transition(
      'Verifying',
      'Success',
      'soaked',
      { _id: 7 },
      { at, message: null },
    );
    expect(filter).to.deep.equal({ _id: 7, status: 'Verifying', inFlight: true });
    expect(update).to.deep.equal({
      $set: {
        status: 'Success',
        inFlight: false,
        statusSince: at,
        updatedAt: at,
        deadlineAt: null,
        nextAttemptAt: null,
        cause: null,
        unprocessed: true,
        message: null,
      },
      $push: {
        history: { $each: [{ from: 'Verifying', to: 'Success', event: 'soaked', at }], $slice: -32 },
      },
    });
  });

  it('throws for statuses or an event, known only at run time, that the table does not have', () => {
    for (const [from, to, event] of [
      ['Success', 'Queued', 'due'],
      ['Pending', 'Downloading', 'reportedDownloading'],
      ['Queued', 'Cancelled', 'soaked'],
    ]) {
      const row = { from, to, event } as Transition;
      const attempt = () => transition(row.from, row.to, row.event as never, {}, { at });
      expect(attempt).to.throw(`from ${from} to ${to} by ${event}`);
    }
  });

  it('does not compile for statuses or an event that the table does not have', () => {
    const attempts = [
      // @ts-expect-error: Success is final
      () => transition('Success', 'Queued', 'due', {}, { at }),
      // @ts-expect-error: the table has no row from Pending to Downloading
      () => transition('Pending', 'Downloading', 'reportedDownloading', {}, { at }),
      // @ts-expect-error: the end of a soak does not end a Queued upgrade
      () => transition('Queued', 'Cancelled', 'soaked', {}, { at }),
    ];
    for (const attempt of attempts) expect(attempt).to.throw('No transition leads');
  });
});

describe('the model of upgrades', () => {
  let service: TestService;
  let tracked: TrackedUpgrade;
  before(async () => {
    service = await TestService.open();
    tracked = await TrackedUpgrade.pending(service);
  });
  after(() => service.close());

  const refusal = 'The status of an upgrade changes by transition() only';

  it('refuses a change of status that transition() did not build', async () => {
    const { upgrades } = service.deps.mongo.models;
    const { filter, update } = transition('Pending', 'Queued', 'due', { _id: tracked.id }, { at });
    const _id = tracked.id;
    const $set = { status: 'Cancelled' as const, inFlight: false };
    const before = await tracked.now();
    const attempts = {
      updateOne: () => upgrades.updateOne({ _id }, { $set }),
      'updateOne without $set': () => upgrades.updateOne({ _id }, { status: 'Cancelled' }),
      updateMany: () => upgrades.updateMany({ _id, status: '' }, { $set }),
      findOneAndUpdate: () => upgrades.findOneAndUpdate({ _id }, { $set }),
      'a pipeline': () => upgrades.updateOne({ _id }, [{ $set }], { updatePipeline: true }),
      'a pipeline that removes the field': () =>
        upgrades.updateOne({ _id }, [{ $unset: 'status' }], { updatePipeline: true }),
      'the flag alone': () => upgrades.updateOne({ _id }, { $set: { inFlight: true } }),
      'the history alone': () => upgrades.updateOne({ _id }, { $unset: { history: 1 } }),
      'an entry of the history': () => upgrades.updateOne({ _id }, { $set: { 'history.0': 1 } }),
      'a rename of the field': () => upgrades.updateOne({ _id }, { $rename: { status: 'state' } }),
      'a rename to the field': () => upgrades.updateOne({ _id }, { $rename: { message: 'status' } }),
      replaceOne: () => upgrades.replaceOne({ _id }, before),
      findOneAndReplace: () => upgrades.findOneAndReplace({ _id }, before),
      save: async () => {
        const document = await upgrades.findById(_id).orFail();
        await document.set({ status: 'Cancelled' }).save();
      },
      'bulkWrite, updateOne': () =>
        upgrades.bulkWrite([{ updateOne: { filter: { _id }, update: { $set } } }]),
      'bulkWrite, updateMany': () =>
        upgrades.bulkWrite([{ updateMany: { filter: { _id }, update: { $set } } }]),
      'bulkWrite, replaceOne': () =>
        upgrades.bulkWrite([{ replaceOne: { filter: { _id }, replacement: before } }]),
      'a transition without its condition': () => upgrades.updateOne({ _id }, update),
      'a transition without its event': () => upgrades.updateOne(filter, { $set: update.$set ?? {} }),
    };
    for (const [how, attempt] of Object.entries(attempts)) {
      const error: unknown = await attempt().then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error, how).to.be.an('error').with.property('message', refusal);
    }
    expect(await tracked.now()).to.deep.equal(before);
  });

  it('accepts a transition by every update method, and updates of other fields', async () => {
    const { upgrades } = service.deps.mongo.models;
    const _id = tracked.id;
    const queued = transition('Pending', 'Queued', 'due', { _id }, { at, deadlineAt: at });
    expect((await upgrades.updateOne(queued.filter, queued.update)).modifiedCount).to.equal(1);
    expect((await upgrades.updateOne(queued.filter, queued.update)).modifiedCount).to.equal(0);
    const begun = transition('Queued', 'Downloading', 'reportedDownloading', { _id }, { at });
    expect((await upgrades.bulkWrite([{ updateMany: begun }])).modifiedCount).to.equal(1);
    const installing = transition('Downloading', 'Installing', 'reportedInstalling', { _id }, { at });
    expect((await upgrades.bulkWrite([{ updateOne: installing }])).modifiedCount).to.equal(1);
    const seen = transition('Installing', 'Verifying', 'versionSeen', { _id }, { at });
    const left = await upgrades.findOneAndUpdate(seen.filter, seen.update).lean();
    expect(left?.status).to.equal('Installing');
    const ended = transition('Verifying', 'Failed', 'leftOrganisation', { _id }, { at });
    expect((await upgrades.updateMany(ended.filter, ended.update)).modifiedCount).to.equal(1);
    expect((await upgrades.updateOne({ _id }, { $set: { message: 'still here' } })).modifiedCount).to.equal(
      1,
    );
    const history = await tracked.history();
    expect(history.map(({ event }) => event)).to.deep.equal([
      'due',
      'reportedDownloading',
      'reportedInstalling',
      'versionSeen',
      'leftOrganisation',
    ]);
  });
});
