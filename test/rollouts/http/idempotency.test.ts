import { expect } from 'chai';
import { startTestApi, type CallOptions, type Reply, type TestApi } from '../../fixtures/api.js';
import { TestClock } from '../../fixtures/clock.js';
import { eventually } from '../../fixtures/eventually.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import {
  faultsIn,
  refused,
  rolloutFixture,
  shown,
  type RolloutFixture,
} from '../../fixtures/records/rollout-fixture.js';

const HOUR_MS = 3_600_000;
let keys = 0;

describe('an Idempotency-Key', () => {
  let fixture: RolloutFixture;
  let key: string;
  beforeEach(async () => {
    fixture = await rolloutFixture();
    keys += 1;
    key = `key-${process.pid}-${keys}`;
  });

  const keyed = (given = key, options: CallOptions = {}): CallOptions => ({
    ...options,
    headers: { 'Idempotency-Key': given },
  });
  const isReplay = ({ headers }: Reply): boolean => headers.get('Idempotency-Replayed') === 'true';
  const count = (): Promise<number> =>
    fixture.api.deps.mongo.models.rollouts.countDocuments({ organisationId: fixture.org }).exec();

  // docs/http.md#idempotency-1
  it('makes a repetition get the first answer and change nothing', async () => {
    const first = await fixture.create({}, keyed());
    const again = await fixture.create({}, keyed());
    expect([first.status, isReplay(first)]).to.deep.equal([201, false]);
    expect([again.status, isReplay(again)]).to.deep.equal([201, true]);
    expect(again.text).to.equal(first.text);
    expect(again.headers.get('ETag')).to.equal('"1"');
    expect(await count()).to.equal(1);
    const { id } = shown(first, 201);
    const started = await fixture.act(id, 'start', keyed(`${key}-start`));
    shown(await fixture.act(id, 'pause'));
    const replayed = await fixture.act(id, 'start', keyed(`${key}-start`));
    expect([replayed.text, isReplay(replayed)]).to.deep.equal([started.text, true]);
    expect(shown(await fixture.show(id))['state']).to.equal('Paused');
  });

  // docs/http.md#idempotency-2
  it('is refused with another request', async () => {
    const { id } = shown(await fixture.create({}, keyed()), 201);
    for (const reply of [
      await fixture.create({ name: 'Other' }, keyed()),
      await fixture.act(id, 'start', keyed()),
    ])
      expect(refused(reply)).to.deep.equal([422, 1114]);
    expect(await count()).to.equal(1);
  });

  // docs/http.md#idempotency-1
  it('belongs to one user', async () => {
    const { api, org } = fixture;
    const other = await makeUser(api.deps, org);
    shown(await fixture.create({}, keyed()), 201);
    const reply = await fixture.create({ name: 'Of another' }, { ...keyed(), token: other.token });
    expect([reply.status, isReplay(reply)]).to.deep.equal([201, false]);
  });

  // docs/http.md#idempotency-1
  it('has 1 to 255 characters', async () => {
    shown(await fixture.create({}, keyed(key.padEnd(255, 'x'))), 201);
    const reply = await fixture.create({}, keyed(key.padEnd(256, 'x')));
    expect(refused(reply)).to.deep.equal([422, 1109]);
    expect(faultsIn(reply)).to.deep.equal(['Idempotency-Key: must be 1 to 255 characters long']);
  });

  // docs/http.md#idempotency-3
  it('keeps refusals too', async () => {
    const refusal = await fixture.create({ version: '5.0.0' }, keyed());
    expect(refused(refusal)).to.deep.equal([422, 1109]);
    const again = await fixture.create({ version: '5.0.0' }, keyed());
    expect([again.status, again.text, isReplay(again)]).to.deep.equal([422, refusal.text, true]);
  });

  // docs/http.md#idempotency-3
  it('keeps no failure', async () => {
    const { rollouts } = fixture.api.deps.stores;
    const create = rollouts.create.bind(rollouts);
    Object.assign(rollouts, { create: () => Promise.reject(new Error('unforeseen')) });
    try {
      expect(refused(await fixture.create({}, keyed()))).to.deep.equal([500, 1100]);
    } finally {
      Object.assign(rollouts, { create });
    }
    const reply = await fixture.create({}, keyed());
    expect([reply.status, isReplay(reply)]).to.deep.equal([201, false]);
  });

  // docs/http.md#idempotency-2
  it('carries out one of many equal requests that come at once', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => fixture.create({}, keyed())));
    expect(await count()).to.equal(1);
    const done = replies.filter(({ status }) => status === 201);
    expect(new Set(done.map(({ text }) => text)).size).to.equal(1);
    for (const reply of replies.filter(({ status }) => status !== 201))
      expect(refused(reply)).to.deep.equal([409, 1113]);
    expect(isReplay(await fixture.create({}, keyed()))).to.equal(true);
  });

  // docs/http.md#idempotency-4
  it('is stored with the change: a process that dies before its answer leaves the answer', async () => {
    const dying = await startTestApi({
      failpoint: (at) => (at === 'rollout-changed' ? Promise.reject(new Error('died')) : undefined),
    });
    try {
      const { token } = fixture.admin;
      const body = { name: 'Once', targets: ['all'] };
      const unanswered = await dying.call('POST', '/v1/rollouts', { token, body, ...keyed() });
      expect(unanswered.status).to.equal(500);
      const reply = await fixture.call('POST', '/v1/rollouts', { token, body, ...keyed() });
      expect([reply.status, isReplay(reply), await count()]).to.deep.equal([201, true, 1]);
    } finally {
      await dying.close();
    }
  });

  describe('whose request has no answer yet', () => {
    const clock = new TestClock(new Date());
    const body = { name: 'Once', targets: ['all'] };
    const send = (api: TestApi): Promise<Reply> =>
      api.call('POST', '/v1/rollouts', { token: fixture.admin.token, body, ...keyed() });
    const record = async () => {
      const { idempotencyKeys } = fixture.api.deps.mongo.models;
      const found = await idempotencyKeys.findOne({ _id: new RegExp(`^${fixture.admin.user._id}:`) }).lean();
      if (!found) throw new Error('no key was claimed');
      return found;
    };
    const refusedFor = (reply: Reply): string | null => {
      expect(refused(reply)).to.deep.equal([409, 1113]);
      return reply.headers.get('Retry-After');
    };

    let waiting: TestApi;
    before(async () => {
      waiting = await startTestApi({ now: clock.now });
    });
    after(() => waiting.close());

    // docs/http.md#idempotency-2
    // docs/http.md#idempotency-4
    it('is refused until the claim of a process that died expires, and is then taken over', async () => {
      shown(await send(waiting), 201);
      const { _id, answer } = await record();
      await fixture.api.deps.mongo.models.idempotencyKeys.updateOne(
        { _id },
        { $set: { answer: null, holder: 'dead', claimedAt: clock.now() } },
      );
      expect(refusedFor(await send(waiting))).to.equal('20');
      clock.advance(12.5);
      expect(refusedFor(await send(waiting))).to.equal('8');
      clock.advance(7.4);
      expect(refusedFor(await send(waiting))).to.equal('1');
      clock.advance(0.1);
      const reply = await send(waiting);
      expect([reply.status, isReplay(reply), await count()]).to.deep.equal([201, false, 2]);
      const late = { id: _id, holder: 'dead' };
      const { idempotencyKeys } = fixture.api.deps.stores;
      expect(await idempotencyKeys.complete(late, answer ?? ({} as never))).to.equal(false);
    });

    // docs/http.md#idempotency-4
    it('stays with a process that works on it for longer than a claim lasts', async () => {
      let goOn = (): void => undefined;
      let claimed = (): void => undefined;
      const isClaimed = new Promise<void>((resolve) => {
        claimed = resolve;
      });
      const slow = await startTestApi({
        now: clock.now,
        claimRenewalMs: 1,
        failpoint(at) {
          if (at !== 'key-claimed') return undefined;
          claimed();
          return new Promise<void>((resolve) => {
            goOn = resolve;
          });
        },
      });
      try {
        const first = send(slow);
        await isClaimed;
        clock.advance(19);
        const renewed = clock.now();
        await eventually('the claim is renewed', async () => (await record()).claimedAt >= renewed);
        clock.advance(19);
        expect(Number(refusedFor(await send(waiting)))).to.be.within(1, 20);
        goOn();
        expect([(await first).status, await count()]).to.deep.equal([201, 1]);
        expect(isReplay(await send(waiting))).to.equal(true);
      } finally {
        goOn();
        await slow.close();
      }
    });
  });

  // docs/http.md#idempotency-1
  it('is free again after 24 hours', async () => {
    const { models } = fixture.api.deps.mongo;
    shown(await fixture.create({}, keyed()), 201);
    const age = (ms: number) =>
      models.idempotencyKeys.updateOne(
        { _id: new RegExp(`^${fixture.admin.user._id}:`) },
        { $set: { createdAt: new Date(Date.now() - ms), claimedAt: new Date(Date.now() - ms) } },
      );
    await age(23.9 * HOUR_MS);
    expect(isReplay(await fixture.create({}, keyed()))).to.equal(true);
    await age(24 * HOUR_MS);
    const reply = await fixture.create({ name: 'Next day' }, keyed());
    expect([reply.status, isReplay(reply)]).to.deep.equal([201, false]);
  });

  // docs/http.md#idempotency-5
  it('keeps its answer encrypted', async () => {
    shown(await fixture.create({ name: 'Very secret name' }, keyed()), 201);
    const [record] = await fixture.api.deps.mongo.models.idempotencyKeys
      .find({ _id: new RegExp(`^${fixture.admin.user._id}:`) })
      .lean();
    expect(record?.answer).to.have.property('keyId');
    expect(JSON.stringify(record)).not.to.include('secret name').and.not.to.include(key);
  });
});
