import { Guest } from '../../dev/air/guest.js';
import { atEnd } from '../fixtures/at-end.js';

let shared: Promise<Guest> | undefined;

/** For `npm run test:air`. */
function say(line: string): void {
  if (process.env['AIRFLEET_AIR_LOG'] === '1') process.stderr.write(`${line}\n`);
}

/** The guest that all stories of a process share. */
export function sharedGuest(): Promise<Guest> {
  shared ??= Guest.boot(process.env, say).then((guest) => {
    atEnd(() => guest.stop());
    return guest;
  });
  return shared;
}
