import type { NetworkRecords } from './network-records.js';
import { row, type TenancyRow } from './row.js';

const SEEN = 'seen seen seen seen seen seen 404/1110 404/1110';
const CHANGED = 'done done done 403/1102 done 403/1102 404/1110 404/1110';
const CREATED = 'made made made 403/1102 made 422/1109 422/1109 422/1109';

const a =
  (state: Parameters<NetworkRecords['rollout']>[0], fields: Readonly<Record<string, unknown>> = {}) =>
  async (target: NetworkRecords) => ({ id: await target.rollout(state), ...fields });

/** Creates a rollout in an organisation that has room for it. */
const createWith =
  (targets: (target: NetworkRecords) => Promise<readonly string[]>) =>
  async (target: NetworkRecords, home: NetworkRecords) => {
    await target.rollout('Draft');
    await home.rollout('Draft');
    return { name: 'a new one', targets: await targets(target) };
  };

/** Rollouts of one network (docs/rollouts.md#access-1, docs/rollouts.md#access-2). */
export const ROLLOUT_ROWS: readonly TenancyRow[] = [
  //  super_admin admin operator viewer tier2 readOnly hidden foreign
  row(
    'create_rollout',
    'targets, a network',
    createWith((target) => Promise.resolve([`network:${target.network._id}`])),
    CREATED,
  ),
  row(
    'create_rollout',
    'targets, a device',
    createWith(async (target) => [`AP:${(await target.device())._id}`]),
    CREATED,
  ),
  row(
    'create_rollout',
    'targets, a tag',
    createWith(async (target) => [`tag:${(await target.tag())._id}`]),
    'made made made 403/1102 made made made 422/1109',
  ),
  row(
    'create_rollout',
    'targets, a rollout',
    createWith(async (target) => [`rollout:${await target.rollout('Running')}:failed`]),
    'made made made 403/1102 made made 422/1109 422/1109',
  ),
  row(
    'list_rollouts',
    'nothing',
    async (target) => {
      await target.rollout('Draft');
      return {};
    },
    'seen seen seen seen seen seen blind blind',
  ),
  row(
    'list_rollouts',
    'upgrade_id',
    async (target) => {
      await target.rollout('Running');
      return { upgrade_id: target.failedUpgrade };
    },
    'seen seen seen seen seen seen blind blind',
  ),
  row('show_rollout', 'id', a('Draft'), SEEN),
  row('update_rollout', 'id', a('Draft', { max_in_flight: 7 }), CHANGED),
  row('delete_rollout', 'id', a('Draft'), CHANGED),
  row('start_rollout', 'id', a('Draft'), CHANGED),
  row('pause_rollout', 'id', a('Running'), CHANGED),
  row('resume_rollout', 'id', a('Paused'), CHANGED),
  row('cancel_rollout', 'id', a('Running'), CHANGED),
  row(
    'approve_rollout_stage',
    'id and n',
    a('AwaitingApproval', { n: 1 }),
    'done done 403/1102 403/1102 done 403/1102 404/1110 404/1110',
  ),
  row('retry_rollout', 'id', a('Running'), 'made made made 403/1102 made 403/1102 404/1110 404/1110'),
  row('rollback_rollout', 'id', a('Paused'), 'made made made 403/1102 made 403/1102 404/1110 404/1110'),
  row('preview_rollout', 'id', a('Draft'), 'begun begun begun 403/1102 begun 403/1102 404/1110 404/1110'),
  row('show_rollout_preview', 'id', a('Previewed'), 'blind blind blind blind blind blind 404/1110 404/1110'),
  row('rollout_devices', 'id', a('Running'), SEEN),
  row('rollout_failures', 'id', a('Running'), SEEN),
  row('rollout_series', 'id', a('Running'), 'blind blind blind blind blind blind 404/1110 404/1110'),
  row('rollout_events', 'id', a('Running'), SEEN),
  // docs/rollouts.md#audit_log-1
  row(
    'audit_log',
    'subject, a rollout',
    async (target) => ({ subject: `rollout:${await target.rollout('Draft')}` }),
    'seen seen 403/1102 403/1102 seen 403/1102 403/1102 blind',
  ),
];
