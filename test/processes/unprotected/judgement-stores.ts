import type { Protection } from '../../../dev/faults/protections.js';
import type { Weaken } from './weaken.js';

/** The stores that change when a protection of docs/reliability.md#judgement is turned off. */
export const WITHOUT_JUDGEMENT: Partial<Record<Protection, Weaken>> = {
  'deaf-time': ({ deafPeriods }) => ({
    deafPeriods: { ...deafPeriods, endingAfter: () => Promise.resolve([]) },
  }),
  'step-progress': ({ openUpgrades }) => ({
    openUpgrades: {
      ...openUpgrades,
      async of(refs) {
        const found = await openUpgrades.of(refs);
        return new Map([...found].map(([id, upgrade]) => [id, { ...upgrade, progress: null }]));
      },
    },
  }),
  'restart-seen': ({ heartbeats }) => ({
    heartbeats: {
      ...heartbeats,
      async lastHeard(refs) {
        const found = await heartbeats.lastHeard(refs);
        return new Map([...found].map(([id, heard]) => [id, { ...heard, uptimeS: null }]));
      },
    },
  }),
  'report-first': ({ openUpgrades }) => ({
    openUpgrades: {
      ...openUpgrades,
      async write(writes, at) {
        const now = await openUpgrades.of(writes.map(({ upgrade }) => upgrade));
        const unconditional = writes.map(({ upgrade, change }) => {
          const { deadlineAt } = now.get(upgrade.deviceId) ?? upgrade;
          return { upgrade: { ...upgrade, deadlineAt }, change };
        });
        return openUpgrades.write(unconditional, at);
      },
    },
  }),
  recall: ({ rollouts }) => ({
    rollouts: { ...rollouts, states: () => Promise.resolve(new Map()) },
  }),
  'counted-once': ({ rolloutUpgrades }) => ({
    rolloutUpgrades: { ...rolloutUpgrades, markCounted: () => Promise.resolve() },
  }),
  'not-reversible': ({ rolloutUpgrades }) => ({
    rolloutUpgrades: { ...rolloutUpgrades, countIrreversible: () => Promise.resolve(0) },
  }),
  'open-rollback': ({ rollouts }) => ({
    rollouts: { ...rollouts, openRollback: () => Promise.resolve(null) },
  }),
  'release-in-use': ({ releaseUse }) => ({
    releaseUse: { ...releaseUse, of: () => Promise.resolve({ rolloutIds: [], upgrades: 0 }) },
  }),
  'withdrawal-pauses': ({ rollouts }) => ({
    rollouts: { ...rollouts, runningOf: () => Promise.resolve([]) },
  }),
  'update-only': ({ pendingChanges }, { upgrades }) => ({
    pendingChanges: {
      ...pendingChanges,
      async change(scope, read, terms, ...rest) {
        if (await pendingChanges.change(scope, read, terms, ...rest)) return true;
        const { _id, ...fields } = { ...read, ...terms };
        const insert = { $setOnInsert: fields as object };
        await upgrades.collection.updateOne({ _id: _id as never }, insert, { upsert: true });
        return true;
      },
    },
  }),
  'notice-once': ({ alertNotices }, { alerts }) => ({
    alertNotices: {
      ...alertNotices,
      async record(noticed, session) {
        for (const { alert, state } of noticed) {
          const update = { $set: { ...state }, $unset: { noticeAt: 1 as const } };
          await alerts.updateOne({ _id: alert._id }, update, { session });
        }
        return true;
      },
    },
  }),
};
