import { CODE } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import { writesOf } from '../commands/batch.js';
import type { Command } from '../wire/command.js';
import { elementsOf } from '../wire/elements.js';

/** Throws CommandError for an update with `sort`: the engine takes it, MongoDB 7 does not know the field. */
export function checkWrites(command: Command): void {
  if (command.name !== 'update') return;
  for (const write of writesOf(command)) {
    for (const { name } of elementsOf(write)) {
      if (name !== 'sort') continue;
      throw new CommandError(CODE.unknownField, `BSON field 'update.updates.sort' is an unknown field.`);
    }
  }
}
