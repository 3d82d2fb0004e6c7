import type { Command, Order, SessionRules } from './session-events.js';
import { beat, type Session, type Step } from './session-state.js';
import { refusedStep, sentStep, type UpgradeStep } from './upgrade-step.js';

/** Saves a step that has changed, and tells the service at once. */
export function advanceUpgrade(
  session: Session,
  upgrade: UpgradeStep | null,
  now: number,
  rules: SessionRules,
): Step {
  const before = session.upgrade;
  if (upgrade === before) return [session, []];
  const changed = { ...session, upgrade };
  // The progress of a download goes with the next heartbeat.
  if (upgrade?.phase === before?.phase) return [changed, []];
  return withSave(before, beat(changed, now, rules));
}

export function withSave(before: UpgradeStep | null, [session, effects]: Step): Step {
  const { upgrade } = session;
  if (upgrade === before) return [session, effects];
  return [session, [{ kind: 'saveUpgrade', upgrade }, ...effects]];
}

/** Whether a command of an upgrade is under way. */
export function isUpgrading({ upgrade }: Session): boolean {
  return upgrade !== null && upgrade.phase !== 'reported';
}

/** Sends the command of an upgrade that the service has ordered. */
export function orderUpgrade(session: Session, order: Order, now: number, rules: SessionRules): Step {
  const rpcId = session.nextRpcId;
  const sent = sentStep(order.id, rpcId, now);
  // The device checks nothing of the file but what TLS does.
  if (!order.url.startsWith('https:')) return advanceUpgrade(session, refusedStep(sent), now, rules);
  const command = upgradeCommand(rpcId, order, session.config?.activeUuid ?? session.device?.uuid ?? 0);
  const ordered = { ...session, upgrade: sent, nextRpcId: rpcId + 1 };
  return [ordered, [{ kind: 'orderUpgrade', upgrade: sent, command }]];
}

/** Configurations of airfleet have a uuid above 1; with another one there is none to keep. */
function upgradeCommand(id: number, { url, signature }: Order, uuid: number): Command {
  const params = {
    when: 0,
    uri: url,
    keep_redirector: 1,
    ...(uuid > 1 ? { keep_config: 1 } : {}),
    ...(signature === null ? {} : { FWsignature: signature, signature }),
  };
  return { id, method: 'upgrade', params };
}
