/** What a caller can ask of a device at once. */
export const DEVICE_ACTIONS = ['reboot', 'blink'] as const;
export type DeviceAction = (typeof DEVICE_ACTIONS)[number];

/** The last command of a device, which one heartbeat takes. */
export interface DeviceCommandRecord {
  id: number;
  action: DeviceAction;
  /** How long it blinks; null for a reboot. */
  seconds: number | null;
  at: Date;
  /** After this the device does not get it any more. */
  expiresAt: Date;
  /** Names the batch of heartbeats that took it, so that one of several does; absent while it waits. */
  takenBy?: string;
  takenAt?: Date;
}

export const COMMAND_LIFETIME_MS = 10 * 60_000;
/** A device that was sent a reboot and is silent, or back, within this time has done so. */
export const REBOOT_WITHIN_MS = 15 * 60_000;

/** Whether the device still has to get it. */
export function waits(command: DeviceCommandRecord | undefined, now: Date): command is DeviceCommandRecord {
  return command !== undefined && command.takenBy === undefined && command.expiresAt > now;
}

/** Whether a restart that a heartbeat shows is the one that a caller asked for. */
export function wasCommanded(command: DeviceCommandRecord | undefined, at: Date): boolean {
  if (command?.action !== 'reboot' || command.takenAt === undefined) return false;
  const passed = at.getTime() - command.takenAt.getTime();
  return passed >= 0 && passed <= REBOOT_WITHIN_MS;
}
