import { Guest } from '../../dev/air/guest.js';
import { atEnd } from '../fixtures/at-end.js';

let shared: Promise<Guest> | undefined;

/** The guest that all stories of a process share. */
export function sharedGuest(): Promise<Guest> {
  shared ??= Guest.boot(process.env, () => undefined).then((guest) => {
    atEnd(() => guest.stop());
    return guest;
  });
  return shared;
}
