import { expect } from 'chai';
import { AppError } from '../../shared/platform/errors/app-error.js';
import {
  ConflictError,
  createTransact,
  createTransactUncounted,
  type Transact,
} from '../../shared/platform/mongo/transaction.js';
import type { ApiDeps } from '../../api/deps.js';
import { sharedApi } from '../fixtures/api.js';
import { PRIMARY_CHANGED } from '../injected/faults.js';
import { FaultyApi } from '../injected/faulty-api.js';
import { makeOrganisation } from '../fixtures/records/organisation.js';

describe('transact', () => {
  let deps: ApiDeps;
  let transact: Transact;
  let org: number;

  before(async () => {
    ({ deps } = await sharedApi());
    transact = createTransact(deps.mongo.connection);
  });
  beforeEach(async () => {
    ({ _id: org } = await makeOrganisation(deps));
  });

  const organisations = () => deps.mongo.models.organisations;
  const count = async (): Promise<number | undefined> =>
    (await organisations().findById(org).lean())?.deviceCount;
  const add = (by: number, run: Transact = transact): Promise<void> =>
    run(org, async (session) => {
      await organisations().updateOne({ _id: org }, { $inc: { deviceCount: by } }, { session });
    });

  it('commits and returns the result of the work', async () => {
    await add(2);
    expect(await count()).to.equal(2);
    expect(await transact(org, () => Promise.resolve('done'))).to.equal('done');
  });

  it('writes nothing when the work throws, and rethrows', async () => {
    const refusal = new AppError('forbidden');
    const thrown: unknown = await transact(org, async (session) => {
      await organisations().updateOne({ _id: org }, { $inc: { deviceCount: 1 } }, { session });
      throw refusal;
    }).catch((error: unknown) => error);
    expect(thrown).to.equal(refusal);
    expect(await count()).to.equal(0);
  });

  it('retries the work from a clean state after a ConflictError', async () => {
    let runs = 0;
    await transact(org, async (session) => {
      runs += 1;
      await organisations().updateOne({ _id: org }, { $inc: { deviceCount: 1 } }, { session });
      if (runs < 3) throw new ConflictError();
    });
    expect(runs).to.equal(3);
    expect(await count()).to.equal(1);
  });

  it('without counters retries after a conflict, and fails as overloaded when every attempt conflicts', async () => {
    const impatient = createTransactUncounted(deps.mongo.connection, { mutexMs: 1000, retryMs: 100 });
    let runs = 0;
    await impatient(async (session) => {
      runs += 1;
      await organisations().updateOne({ _id: org }, { $inc: { deviceCount: 1 } }, { session });
      if (runs < 3) throw new ConflictError();
    });
    expect([runs, await count()]).to.deep.equal([3, 1]);
    const thrown: unknown = await impatient(() => Promise.reject(new ConflictError())).catch(
      (error: unknown) => error,
    );
    expect(thrown).to.be.instanceOf(AppError).and.include({ refusal: 'overloaded' });
  });

  it('fails as overloaded when every attempt conflicts', async () => {
    const impatient = createTransact(deps.mongo.connection, { mutexMs: 1000, retryMs: 100 });
    const thrown: unknown = await impatient(org, () => Promise.reject(new ConflictError())).catch(
      (error: unknown) => error,
    );
    expect(thrown).to.be.instanceOf(AppError).and.include({ refusal: 'overloaded' });
  });

  it('retries its commit after a change of primary without a label, and does not block later transactions', async () => {
    const faulty = await FaultyApi.start();
    const commit = { name: 'commitTransaction', collection: null, command: {} };
    const { models, connection } = faulty.api.deps.mongo;
    const { met } = await faulty.during(PRIMARY_CHANGED, commit, () =>
      createTransact(connection)(org, async (session) => {
        await models.organisations.updateOne({ _id: org }, { $inc: { deviceCount: 2 } }, { session });
      }),
    );
    expect(met).to.equal(1);
    await add(1);
    expect(await count()).to.equal(3);
    await faulty.close();
  });

  it('loses no write in conflicts with other processes', async () => {
    const processes = Array.from({ length: 8 }, () => createTransact(deps.mongo.connection));
    await Promise.all(
      processes.map(async (process) => {
        for (let turn = 0; turn < 5; turn += 1) await add(1, process);
      }),
    );
    expect(await count()).to.equal(40);
  });

  it('conflicts when a record changes after it was read', async () => {
    let runs = 0;
    await transact(org, async (session) => {
      runs += 1;
      const read = await organisations().findById(org, {}, { session }).lean();
      if (runs === 1) await organisations().updateOne({ _id: org }, { $inc: { deviceCount: 10 } });
      await organisations().updateOne(
        { _id: org },
        { $set: { deviceCount: (read?.deviceCount ?? 0) + 1 } },
        { session },
      );
    });
    expect(runs).to.equal(2);
    expect(await count()).to.equal(11);
  });
});
