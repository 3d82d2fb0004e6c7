import { expect } from 'chai';
import { changeCanaries } from '../../../shared/bulk/operations/change-canaries.js';
import { judgeSoak } from '../../../shared/bulk/operations/judge-soak.js';
import { makeDevices, makePart } from '../../fixtures/records/device.js';
import { makeNetwork } from '../../fixtures/records/organisation.js';
import { makeSsid } from '../../fixtures/records/ssid.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { runLoop } from '../../../dev/run-loop.js';
import { FIRST_SSID } from '../../configuration/http/edited-network.js';
import { shownBulk } from '../bulk-fixture.js';
import { StagedFleet } from '../staged-fleet.js';

describe('a template that a bulk operation applies', () => {
  let service: TestService;
  let fleet: StagedFleet;

  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());
  beforeEach(async () => {
    service.failpoint = () => undefined;
    fleet = await StagedFleet.open(service);
  });

  const reasons = async (id: number) =>
    (await fleet.show(id)).failed.map(({ id: device, error_code: code, reason }) => [device, code, reason]);

  // docs/administration.md#staged
  it('goes to one managed device of each network and part first, and to the others after soak_s', async () => {
    const other = await makeNetwork(service.deps, fleet.bulk.org);
    const part = await makePart(service.deps);
    const unmanaged = await fleet.bulk.device({ network: fleet.bulk.network });
    const canaries = [
      await fleet.managed(),
      await fleet.managed({ part }),
      await fleet.managed({ network: other }),
      await fleet.managed({ network: null }),
    ];
    const second = await fleet.managed();
    const all = [unmanaged._id, ...canaries.map(({ id }) => id), second.id];
    const first = canaries.map(({ id }) => id);
    const id = await fleet.start(all);
    const pass = await fleet.pass();
    expect(pass).to.include({ isMore: false });
    expect(await fleet.changed(all)).to.deep.equal(first);
    const waiting = { canaries: 4, passed: 0, refused: 0 };
    expect(await fleet.show(id)).to.deep.include({ state: 'running', total: 6, done: 4, waiting });
    // It gives way until the canaries are judged again.
    expect(await fleet.work()).to.include({ worked: 0, isMore: false });
    const path = `/v1/bulk_operations/${id}`;
    const tag = (await fleet.bulk.call('GET', path)).headers.get('ETag') ?? '';
    for (const canary of canaries) await canary.apply();
    await fleet.pass(10, canaries);
    await fleet.pass(19, canaries);
    expect(await fleet.show(id)).to.deep.include({ done: 4, waiting });
    const [last, ...early] = [...canaries].reverse();
    if (!last) throw new Error('There are canaries');
    await fleet.pass(10, early);
    expect(await fleet.show(id)).to.deep.include({ done: 4, waiting: { ...waiting, passed: 3 } });
    const since = { headers: { 'If-None-Match': tag } };
    expect((await fleet.bulk.call('GET', path, since)).status).to.equal(200);
    expect(await fleet.changed(all)).to.deep.equal(first);
    await fleet.pass(10, [last]);
    const ended = { state: 'completed', done: 6, failed_count: 0, waiting: null };
    expect(await fleet.show(id)).to.deep.include(ended);
    expect(await fleet.changed(all)).to.have.members(all);
    const { models } = service.deps.mongo;
    const events = await models.deviceEvents.find({ deviceId: { $in: all }, kind: 'configured' }).lean();
    expect(events.map(({ deviceId }) => deviceId)).to.have.members(all);
  });

  // docs/administration.md#staged-refused
  it('does not go to the devices of a part whose canary refuses it', async () => {
    const part = await makePart(service.deps);
    const [bad, good] = [await fleet.managed(), await fleet.managed({ part })];
    const [second, third] = [await fleet.managed(), await fleet.managed({ part })];
    const all = [bad, good, second, third].map(({ id }) => id);
    const id = await fleet.start(all);
    await fleet.pass();
    await good.apply();
    await bad.refuse();
    await fleet.pass(10, [good]);
    expect((await fleet.show(id)).waiting).to.deep.equal({ canaries: 2, passed: 0, refused: 1 });
    await fleet.pass(30, [good]);
    expect(await fleet.show(id)).to.include({ state: 'completed', total: 4, done: 4, failed_count: 1 });
    const text = `The device ${bad.device.macId}, which was changed first, refused the change: apply`;
    expect(await reasons(id)).to.deep.equal([[second.id, 1016, text]]);
    expect(await fleet.changed(all)).to.deep.equal([bad.id, good.id, third.id]);
  });

  // docs/administration.md#staged-lost
  it('does not go to the devices of a part whose canary is not heard with it', async () => {
    const [lost, second] = [await fleet.managed(), await fleet.managed()];
    const id = await fleet.start([lost.id, second.id]);
    await fleet.pass();
    const { heartbeatIntervalS, downAfterS } = service.deps.env;
    const allowance = 2 * heartbeatIntervalS + 2 * 120 + 30 + downAfterS;
    await fleet.pass(allowance - 1);
    expect((await fleet.show(id)).waiting).to.deep.equal({ canaries: 1, passed: 0, refused: 0 });
    await fleet.pass(10);
    expect(await fleet.show(id)).to.include({ state: 'completed', done: 2, failed_count: 1 });
    const text = `The device ${lost.device.macId}, which was changed first, did not report in time that it runs the change`;
    expect(await reasons(id)).to.deep.equal([[second.id, 1016, text]]);
    expect(await fleet.changed([second.id])).to.deep.equal([]);
  });

  // docs/administration.md#staged-stop-after
  it('goes to no device of a network in which stop_after devices have refused it', async () => {
    await fleet.patch({ stop_after: 1 });
    const part = await makePart(service.deps);
    const network = await makeNetwork(service.deps, fleet.bulk.org);
    const canaries = [await fleet.managed(), await fleet.managed({ part }), await fleet.managed({ network })];
    const [bad, good, far] = canaries;
    const [near, away] = [await fleet.managed({ part }), await fleet.managed({ network })];
    const id = await fleet.start([...canaries, near, away].map((device) => device.id));
    await fleet.pass();
    await bad?.refuse();
    await good?.apply();
    await far?.apply();
    await fleet.pass(40, canaries.slice(1));
    await fleet.pass(40, canaries.slice(1));
    expect(await fleet.show(id)).to.include({ state: 'completed', done: 5, failed_count: 1 });
    expect(await reasons(id)).to.deep.equal([[near.id, 1016, '1 device of the network refused the change']]);
    expect(await fleet.changed([near.id, away.id])).to.deep.equal([away.id]);
  });

  // docs/administration.md#staged-stop-after
  it('stops in a network between two lists when devices of the first have refused it', async () => {
    const { org, network, part } = fleet.bulk;
    await fleet.patch({ stop_after: 1 });
    const late = await fleet.managed();
    service.clock.advance(1000);
    const canary = await fleet.managed();
    const others = await makeDevices(service.deps, org, 1100, () => ({ part, network }));
    const ids = [late.id, canary.id, ...others.map(({ _id }) => _id)];
    const id = await fleet.start(ids);
    await fleet.pass();
    expect(await fleet.changed(ids)).to.deep.equal([canary.id]);
    await canary.apply();
    service.failpoint = async (at) => {
      if (at !== 'bulk-list-finished') return;
      const { next } = await service.deps.mongo.models.bulkOperations.findById(id).orFail().lean();
      if (next !== 1) return;
      await late.beat();
      await late.refuse();
    };
    await fleet.pass(40, [canary]);
    await fleet.pass(40, [canary]);
    expect(await fleet.show(id)).to.include({ state: 'completed', done: 1102, failed_count: 102 });
    expect(await fleet.changed(ids)).to.have.lengthOf(1000);
    expect((await fleet.show(id)).failed[0]?.reason).to.equal('1 device of the network refused the change');
  });

  // docs/administration.md#staged
  it('goes to all devices at once where there are no canaries', async () => {
    await fleet.patch({ canary: false });
    const all = [await fleet.managed(), await fleet.managed()].map(({ id }) => id);
    const id = await fleet.start(all);
    await fleet.pass();
    expect(await fleet.show(id)).to.deep.include({ state: 'completed', done: 2, waiting: null });
  });

  // docs/administration.md#staged
  it('goes to one device first that is silent only as the service hears no device', async () => {
    const all = [await fleet.managed(), await fleet.managed()].map(({ id }) => id);
    const { deafWatch } = service.deps.mongo.models;
    const heardTo = service.clock.now();
    await deafWatch.create({ _id: 'installation', heardTo, knownTo: heardTo, isSilent: false });
    try {
      service.clock.advance(1000);
      const id = await fleet.start(all);
      await fleet.pass();
      await fleet.pass(1000);
      expect((await fleet.show(id)).waiting).to.deep.equal({ canaries: 1, passed: 0, refused: 0 });
      expect(await fleet.changed(all)).to.deep.equal(all.slice(0, 1));
    } finally {
      await deafWatch.deleteMany({});
    }
  });

  // docs/administration.md#staged-refused
  it('is staged like radio settings, which a canary refuses by an SSID that it leaves out', async () => {
    const ssid = await makeSsid(service.api, fleet.bulk, FIRST_SSID);
    const [canary, second] = [await fleet.managed(), await fleet.managed()];
    const params = { bands: { '5g': { channel: 140 } } };
    const body = { ids: [canary.id, second.id], action: 'radio', params };
    const { id } = shownBulk(await fleet.bulk.create(body), 202);
    await fleet.pass();
    await canary.apply([{ ssid_id: ssid, feature: 'invalid' }]);
    await fleet.pass(10);
    const text = `The device ${canary.device.macId}, which was changed first, refused the change: left_out`;
    expect(await reasons(id)).to.deep.equal([[second.id, 1118, text]]);
    const radios = await service.deps.mongo.models.devices.find({ _id: { $in: body.ids } }).lean();
    expect(radios.map(({ radio }) => radio ?? null)).to.deep.equal([params, null]);
  });

  // docs/administration.md#staged-cancel
  it('can be cancelled while it waits, and goes to no further device then', async () => {
    const [canary, second] = [await fleet.managed(), await fleet.managed()];
    const id = await fleet.start([canary.id, second.id]);
    await fleet.pass();
    await canary.apply();
    const cancelled = shownBulk(await fleet.bulk.call('POST', `/v1/bulk_operations/${id}/cancel`));
    expect(cancelled).to.deep.include({ state: 'cancelled', done: 1, waiting: null });
    await fleet.pass(60, [canary]);
    expect(await fleet.show(id)).to.include({ state: 'cancelled', done: 1 });
    expect(await fleet.changed([canary.id, second.id])).to.deep.equal([canary.id]);
  });

  // docs/administration.md#staged-turns
  it('lets other changes pass while it waits, and keeps later templates behind it', async () => {
    const { org, tag } = fleet.bulk;
    const [canary, second] = [await fleet.managed(), await fleet.managed()];
    const ids = [canary.id, second.id];
    const id = await fleet.start(ids);
    await fleet.pass();
    const later = await fleet.start(ids);
    const params = { tag_ids: [tag._id] };
    const tagged = shownBulk(await fleet.bulk.create({ ids: [second.id], action: 'tag', params }), 202);
    expect(await fleet.pass()).to.include({ isMore: false });
    expect((await fleet.show(tagged.id)).state).to.equal('completed');
    expect((await fleet.show(later)).state).to.equal('queued');
    await canary.apply();
    await fleet.pass(10, [canary]);
    await fleet.pass(40, [canary]);
    expect((await fleet.show(id)).state).to.equal('completed');
    await fleet.pass(10);
    expect(await fleet.show(later)).to.deep.include({
      state: 'running',
      waiting: { canaries: 1, passed: 0, refused: 0 },
    });
    const { models } = service.deps.mongo;
    expect(await models.bulkCanaries.countDocuments({ organisationId: org })).to.equal(2);
  });

  // docs/administration.md#create_bulk_operation-3
  it('has one canary of each part, and counts it once, when a worker has lost its lease', async () => {
    const all = [await fleet.managed(), await fleet.managed()];
    const id = await fleet.start(all.map((device) => device.id));
    const { models } = service.deps.mongo;
    const operation = () => models.bulkOperations.findById(id).orFail().lean();
    const stop = (step: string) =>
      step === 'bulk-listed' ? Promise.reject(new Error('Stopped')) : undefined;
    await runLoop('bulk', { ...service.deps, failpoint: stop });
    const listed = await operation();
    expect(listed).to.include({ state: 'running', stage: 'canaries' });
    const { caller } = fleet.bulk.admin;
    const both = () => Promise.allSettled([1, 2].map(() => changeCanaries(service.deps, listed, caller)));
    await both();
    expect(await operation()).to.include({ stage: 'soak', canaries: 1, done: 1 });
    await changeCanaries(service.deps, listed, caller).catch(() => undefined);
    const soaking = await operation();
    expect(soaking).to.include({ stage: 'soak', canaries: 1, done: 1 });
    const changed = await fleet.changed(all.map((device) => device.id));
    const canary = all.find((device) => device.id === changed[0]);
    await canary?.apply();
    service.clock.advance(40);
    await canary?.beat();
    await Promise.allSettled([1, 2].map(() => judgeSoak(service.deps, soaking)));
    await judgeSoak(service.deps, soaking).catch(() => undefined);
    expect(await operation()).to.include({ stage: 'rest', passed: 1, refused: 0 });
    await fleet.pass();
    expect(await fleet.show(id)).to.include({ state: 'completed', done: 2, failed_count: 0 });
  });
});
