import { deserialize, type Document } from 'bson';
import { CODE } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import { type Handler, reply } from './context.js';

/** Sets a fail point, as mongod does when it is started with its test commands. */
const configureFailPoint: Handler = ({ gateway }, command) => {
  if (!gateway.failPoints) {
    throw new CommandError(CODE.commandNotFound, "no such command: 'configureFailPoint'");
  }
  if (command.database !== 'admin') {
    throw new CommandError(
      CODE.unauthorized,
      'configureFailPoint may only be run against the admin database',
    );
  }
  const { mode, data } = deserialize(command.body) as { mode?: unknown; data?: Document };
  return reply({ count: gateway.failPoints.configure(command.target, mode, data ?? {}), ok: 1 });
};

export const testCommands: Readonly<Record<string, Handler>> = { configureFailPoint };
