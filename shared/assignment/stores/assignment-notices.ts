import type { RedisClient } from '../../platform/redis/redis.js';

/** Hears of devices whose network has changed, or that are in no inventory any more, once that is stored. */
export type OnAssigned = (organisationId: number, deviceIds: readonly number[]) => void;

/** The part of the environment that separates the installations on one Redis. */
interface Installation {
  readonly queuePrefix: string;
}

const channelOf = ({ queuePrefix }: Installation): string => `${queuePrefix}:assigned`;

/**
 * Announces devices to the gateways, so that those which are connected get their configuration at once. Waits for nothing
 * and never fails: what a lost notice is about, the next heartbeat of the device finds out.
 */
export function announceAssigned(redis: RedisClient, env: Installation): OnAssigned {
  return (organisationId, deviceIds) => {
    if (deviceIds.length === 0 || redis.status !== 'ready') return;
    const notice: Notice = { organisationId, deviceIds };
    void redis.publish(channelOf(env), JSON.stringify(notice)).catch(() => undefined);
  };
}

interface Notice {
  readonly organisationId: number;
  readonly deviceIds: readonly number[];
}

/** Hears the notices of all processes, also after Redis was away. @param redis a connection for nothing else */
export function hearAssigned(redis: RedisClient, env: Installation, onAssigned: OnAssigned): void {
  redis.on('message', (_channel: string, text: string) => {
    const { organisationId, deviceIds } = JSON.parse(text) as Notice;
    onAssigned(organisationId, deviceIds);
  });
  // Ends with the connection, which subscribes again by itself when it was lost.
  redis.subscribe(channelOf(env)).catch(() => undefined);
}
