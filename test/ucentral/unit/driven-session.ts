import type { Frame } from '../../../shared/ucentral/domain/frame.js';
import { advance, nextTickAt } from '../../../shared/ucentral/domain/session.js';
import { openSession, type Session } from '../../../shared/ucentral/domain/session-state.js';
import type {
  Asked,
  BeatFields,
  Command,
  Effect,
  SessionEvent,
} from '../../../shared/ucentral/domain/session-events.js';
import type { UpgradeStep } from '../../../shared/ucentral/domain/upgrade-step.js';

const SERIAL = '02005e100001';
const RULES = { intervalMs: 60_000, chance: 0.5 };
export const ORDER = { id: 42, url: 'https://firmware.example/ap.bin', signature: null };

/** Drives one session on a clock of its own and records what it asks for. */
export class Driven {
  now = 0;
  session: Session = openSession(0);
  effects: Effect[] = [];

  happen(event: SessionEvent): Effect[] {
    const [session, effects] = advance(this.session, event, this.now, RULES);
    this.session = session;
    this.effects.push(...effects);
    return [...effects];
  }

  connect(
    fields: { uuid?: number; reason?: string; platform?: string } = {},
    upgrade: UpgradeStep | null = null,
  ) {
    const { uuid = 7, reason = 'reboot', platform = 'ap' } = fields;
    const connected = { kind: 'connect', serial: SERIAL, uuid, firmware: 'v1', reason } as const;
    const frame = { ...connected, capabilities: { platform } };
    return this.happen({
      kind: 'connected',
      frame,
      resumed: { upgrade, config: null, nextRpcId: 5, gateway: 'g' },
    });
  }

  frame(frame: Frame extends infer F ? (F extends Frame ? Omit<F, 'serial'> : never) : never): Effect[] {
    return this.happen({ kind: 'frame', frame: { serial: SERIAL, ...frame } as Frame });
  }

  answer(order: typeof ORDER | null = null, asked: Asked | null = null): Effect[] {
    const beat = this.beats().at(-1);
    return this.happen({ kind: 'answered', order, reported: beat?.report ?? null, asked, fetch: false });
  }

  /** Lets time pass tick by tick. */
  wait(ms: number): Effect[] {
    const end = this.now + ms;
    const begun = this.effects.length;
    for (;;) {
      const next = Math.max(this.now + 1, nextTickAt(this.session, RULES));
      if (next > end) break;
      this.now = next;
      this.happen({ kind: 'tick' });
    }
    this.now = end;
    return this.effects.slice(begun);
  }

  beats(): BeatFields[] {
    return this.effects.flatMap((effect) => (effect.kind === 'heartbeat' ? [effect.beat] : []));
  }

  commands(): Command[] {
    return this.effects.flatMap((effect) => ('command' in effect ? [effect.command] : []));
  }
}

export function kinds(effects: readonly Effect[]): string[] {
  return effects.map(({ kind }) => kind);
}
