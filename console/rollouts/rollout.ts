import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { poll, pollList, pollWhile } from '../api/polling';
import { pageOf, type ListSearch } from '../list/list-search';

export type Rollout = Schema<'Rollout'>;
export type RolloutState = Rollout['state'];
export type Stage = Schema<'RolloutStage'>;

/** A device that a gate names. A failed upgrade has a cause, a sick device a sign, and one of a drift its change. */
interface StateExample {
  readonly mac_id: string;
  readonly sign?: string;
  readonly cause?: string | null;
  readonly change?: 'joined' | 'left';
}

/** Why a rollout is in its state: what a gate found, or what a user said. */
export interface StateReason {
  readonly gate?: 'failure_gate' | 'delivery_gate' | 'health_gate' | 'drift';
  readonly stage?: number;
  readonly part?: string | null;
  readonly counts?: Readonly<Record<string, number>>;
  readonly p?: number | null;
  readonly sign?: string;
  readonly effect?: number;
  readonly limit?: number | null;
  readonly examples?: readonly StateExample[];
  readonly reason?: string | null;
  /** The user; absent where the service itself has paused the rollout. */
  readonly by?: number | null;
  /** Absent at the end of the rollout. */
  readonly at?: string;
}

/** How a state is shown; the symbol means the same without its colour. */
export const STATE_TYPES: Readonly<Record<RolloutState, StatusIndicatorProps.Type>> = {
  Draft: 'pending',
  Scheduled: 'pending',
  Running: 'in-progress',
  Paused: 'warning',
  Completed: 'success',
  Cancelled: 'stopped',
};

export const ROLLOUT_STATES = Object.keys(STATE_TYPES) as RolloutState[];

const isActive = ({ state }: Rollout): boolean => state === 'Running' || state === 'Scheduled';

export function stateReason({ state_reason: reason }: Rollout): StateReason | null {
  return reason;
}

export function useRollouts({ state, ...page }: ListSearch<'state'>) {
  const query = { state: state as RolloutState | undefined, ...pageOf(page) };
  return api.useQuery(
    'get',
    '/v1/rollouts',
    { params: { query } },
    {
      ...pollList,
      refetchInterval: pollWhile(({ data }: { data: { rollouts: Rollout[] } }) =>
        data.rollouts.some(isActive),
      ),
    },
  );
}

const rolloutPath = (id: number) => ({ params: { path: { id } } });

export function useRollout(id: number) {
  return api.useQuery('get', '/v1/rollouts/{id}', rolloutPath(id), {
    refetchInterval: pollWhile(({ data }: { data: { rollout: Rollout } }) => isActive(data.rollout)),
  });
}

export function useRolloutFailures(id: number) {
  return api.useQuery('get', '/v1/rollouts/{id}/failures', rolloutPath(id), poll);
}

export function useRolloutPreview(id: number, isWanted: boolean) {
  return api.useQuery('get', '/v1/rollouts/{id}/preview', rolloutPath(id), {
    enabled: isWanted,
    refetchInterval: ({ state: { data } }) => (data?.data.preview.state === 'computing' ? 1000 : false),
  });
}
