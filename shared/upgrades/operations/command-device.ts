import { newEntry } from '../../audit/domain/audit-entry.js';
import { authorOf, type Caller } from '../../access/domain/access.js';
import {
  COMMAND_LIFETIME_MS,
  type DeviceAction,
  type DeviceCommandRecord,
} from '../../inventory/domain/device-command.js';
import { findDeviceToChange } from '../../inventory/operations/update-device.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import { isUp } from '../../status/domain/heartbeat-time.js';
import type { UpgradeDeps } from '../deps.js';

/** Counts the commands of one device, by its MAC. @throws AppError rateLimited over ten a minute */
export type CommandLimit = (macId: string) => Promise<unknown>;

interface Wanted {
  readonly action: DeviceAction;
  /** How long it blinks; null for a reboot. */
  readonly seconds: number | null;
}

/**
 * Tells a device with its next heartbeat to reboot, or to blink so that people find it. The command takes the place of one
 * that waits, and ends after ten minutes.
 * @throws AppError deviceNotFound, forbidden, rateLimited; stateForbids for a device that is not up, that upgrades, or that
 *   cannot do it
 */
export async function commandDevice(
  deps: UpgradeDeps & { readonly commandLimit: CommandLimit },
  caller: Caller,
  id: number,
  { action, seconds }: Wanted,
  accompany: Accompany<DeviceCommandRecord>,
): Promise<DeviceCommandRecord> {
  const { stores, env, now } = deps;
  const device = await findDeviceToChange(deps, caller, id);
  const ref = { organisationId: device.organisationId, deviceId: id };
  await deps.commandLimit(device.macId);
  if (device.isOpenwisp === true) throw cannot('openwisp-config takes no commands');
  if (action === 'blink' && device.isSwitch) throw cannot('A switch cannot blink');
  const at = now();
  const [heard, upgrades] = await Promise.all([
    stores.heartbeats.lastHeard([ref]),
    stores.openUpgrades.of([ref]),
  ]);
  if (isUp(heard.get(id)?.at ?? null, at, env.downAfterS) !== true) throw cannot('The device is not up');
  if (upgrades.has(id)) throw cannot('The device has an upgrade under way');
  const commandId = await stores.ids.reserve('deviceCommands');
  const command = {
    id: commandId,
    action,
    seconds,
    at,
    expiresAt: new Date(at.getTime() + COMMAND_LIFETIME_MS),
  };
  const after = { action, ...(seconds === null ? {} : { seconds }) };
  const change = { organisationId: ref.organisationId, at, action: `device.${action}`, after };
  const entry = newEntry({ ...change, subject: `device:${id}` }, authorOf(caller));
  await stores.transactUncounted(async (session) => {
    if (!(await stores.commands.give(ref, command, session)))
      throw new AppError('deviceNotFound', { details: { id } });
    await stores.audit.write([entry], session);
    await accompany(command, session);
  });
  return command;
}

function cannot(text: string): AppError {
  return new AppError('stateForbids', { text });
}
