import { createStores } from '../../../shared/composition/deps.js';
import type { Protection } from '../../../dev/faults/protections.js';
import { WITHOUT_JUDGEMENT } from './judgement-stores.js';
import { unprotected } from './switch.js';
import type { Weaken } from './weaken.js';

/** The stores that change when a protection is turned off; all others are the service's own. */
const WEAKENED: Partial<Record<Protection, Weaken>> = {
  ...WITHOUT_JUDGEMENT,
  sweep: ({ openUpgrades, dispatch, schedules }) => ({
    openUpgrades: { ...openUpgrades, overdue: () => Promise.resolve([]) },
    dispatch: { ...dispatch, overduePending: () => Promise.resolve([]) },
    schedules: {
      ...schedules,
      dueBefore: () => Promise.resolve([]),
      unattended: () => Promise.resolve([]),
      abandoned: () => Promise.resolve([]),
      waiting: () => Promise.resolve([]),
    },
  }),
  scope: ({ upgrades }, models) => ({
    upgrades: {
      ...upgrades,
      async deletePending(_scope, id) {
        const deleted = await models.upgrades.findOneAndDelete({ _id: id, status: '' }).lean();
        return deleted;
      },
    },
  }),
  'heartbeat-order': ({ heartbeats }, { deviceStates }) => ({
    heartbeats: {
      ...heartbeats,
      async writeStates(writes) {
        for (const { deviceId, at, firmwareVersion, publicIp, uptimeS } of writes) {
          const set = { lastHeartbeatAt: at, firmwareVersion, publicIp, uptimeS };
          await deviceStates.updateOne({ _id: deviceId }, { $set: set });
        }
        return writes.length;
      },
    },
  }),
  'conditional-dispatch': ({ dispatch }, { upgrades }) => ({
    dispatch: {
      ...dispatch,
      async write(decisions, now) {
        for (const { upgrade, to, deadlineAt } of decisions) {
          const set = { status: to, inFlight: to === 'Queued', statusSince: now, deadlineAt };
          await upgrades.collection.updateOne({ _id: upgrade._id as never }, { $set: set });
        }
        return [];
      },
    },
  }),
  'tick-seq': ({ rollouts }, models) => ({
    rollouts: {
      ...rollouts,
      change: async ({ _id, organisationId }, set) =>
        models.rollouts
          .findOneAndUpdate(
            { _id, organisationId },
            { $set: set, $inc: { seq: 1 } },
            { returnDocument: 'after' },
          )
          .lean(),
    },
  }),
  'upgrade-seq': ({ rolloutDispatch }) => {
    let seq = 1_000_000;
    return {
      rolloutDispatch: {
        ...rolloutDispatch,
        dispatch: (rollout, _seq, ...rest) => rolloutDispatch.dispatch(rollout, (seq += 1), ...rest),
      },
    };
  },
  'site-alive': ({ rolloutNetworks }, { devices }) => ({
    rolloutNetworks: {
      ...rolloutNetworks,
      async devicesIn(organisationId, networkIds) {
        const all = await devices.find({ organisationId }, { _id: 1 }).lean();
        return networkIds.flatMap((networkId) => all.map(({ _id: id }) => ({ id, networkId })));
      },
    },
  }),
  'judged-from': ({ rolloutUpgrades }) => ({
    rolloutUpgrades: {
      ...rolloutUpgrades,
      missed: (rollout) => rolloutUpgrades.missed(rollout, null),
    },
  }),
  'idempotency-key': ({ idempotencyKeys }) => ({
    idempotencyKeys: {
      ...idempotencyKeys,
      claim: () => Promise.resolve({ state: 'claimed' }),
      complete: () => Promise.resolve(true),
    },
  }),
};

/** Creates the stores of this run: the service's own, unless a protection is turned off. */
export function storesOfRun(): typeof createStores {
  const protection = unprotected();
  const weaken = protection === null ? undefined : WEAKENED[protection];
  if (!weaken) return createStores;
  return (models, env, ...others) => {
    const stores = createStores(models, env, ...others);
    return { ...stores, ...weaken(stores, models) };
  };
}
