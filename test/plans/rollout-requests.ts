import type { CallOptions, Reply } from '../fixtures/api.js';
import type { PlanFixture } from './plan-fixture.js';
import type { PlannedRequest } from './planned-request.js';

/** Replaced in a path and in targets by the id in the last answer of create_rollout. */
export const LAST_ROLLOUT = ':rollout';

const AUDIT_QUERIES = [
  {},
  { subject: 'rollout:1', from: '2026-01-01', to: '2046-01-01' },
  { actor: 'user:1' },
  { action: 'rollout.created' },
  { action: 'rollout.created', actor: 'system' },
  { format: 'csv' },
  { cursor: 'djE6MTc5NjA4NDQwOTAwMC43XzQyXzA' },
];

/** The id of a created rollout. */
export function madeRollout(reply: Reply): number | undefined {
  return (reply.body as { data?: { rollout?: { id: number } } }).data?.rollout?.id;
}

/** Requests that take a rollout through its life. */
export function rollouts({ admin, networks, tag, devices }: PlanFixture, token: string): PlannedRequest[] {
  const request = (
    operation: string,
    method: string,
    path: string,
    options: CallOptions = {},
  ): PlannedRequest => ({ operation, method, path: `/v1/rollouts${path}`, options: { token, ...options } });
  const get = (operation: string, path: string, query: CallOptions['query'] = {}): PlannedRequest =>
    request(operation, 'GET', path, { query });
  const one = `/${LAST_ROLLOUT}`;
  const key = { headers: { 'Idempotency-Key': `plans ${token}` } };
  const targets = [`network:${networks[0]?._id ?? 0}`, `tag:${tag}`, `AP:${devices[41]?._id ?? 0}`];
  const body = { name: 'Plans', targets };
  return [
    request('create_rollout', 'POST', '', { body }),
    request('delete_rollout', 'DELETE', one),
    request('create_rollout', 'POST', '', { body, ...key }),
    request('create_rollout', 'POST', '', { body, ...key }),
    request('create_rollout', 'POST', '', {
      body: { ...body, targets: [`rollout:${LAST_ROLLOUT}:failed`] },
    }),
    request('update_rollout', 'PATCH', one, { body: { targets, version: '2.0.0' } }),
    request('preview_rollout', 'POST', `${one}/preview`),
    get('show_rollout_preview', `${one}/preview`),
    request('start_rollout', 'POST', `${one}/start`),
    ...(token === admin.token ? [request('approve_rollout_stage', 'POST', `${one}/stages/1/approve`)] : []),
    request('pause_rollout', 'POST', `${one}/pause`),
    request('retry_rollout', 'POST', `${one}/retry`),
    request('rollback_rollout', 'POST', `${one}/rollback`),
    request('resume_rollout', 'POST', `${one}/resume`),
    get('show_rollout', one),
    get('list_rollouts', ''),
    get('list_rollouts', '', { state: 'Running', per_page: 2 }),
    get('list_rollouts', '', { upgrade_id: 1_000_041 }),
    ...[{}, { per_page: 200 }, { stage: 1, status: 'Failed' }, { cause: 'download', part: 'x' }].map(
      (query) => get('rollout_devices', one + '/devices', query),
    ),
    get('rollout_failures', `${one}/failures`),
    get('rollout_series', `${one}/series`),
    get('rollout_events', `${one}/events`),
    ...(token === admin.token ? AUDIT_QUERIES : []).map((query) => ({
      operation: 'audit_log',
      method: 'GET',
      path: '/v1/audit_log',
      options: { token, query },
    })),
    request('cancel_rollout', 'POST', `${one}/cancel`),
  ];
}
