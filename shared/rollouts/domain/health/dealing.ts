/**
 * Whether a control device begins anew at a look (docs/rollouts.md#health-gate-2). Of `total` treated devices, `began`
 * began since the look before. Each control device begins anew with the probability began ÷ total, so that at every look
 * the control devices have begun where the treated ones have, in the same proportions.
 * @param place of the device in its cohort
 */
export function beginsAnew(place: number, look: number, began: number, total: number): boolean {
  return began > 0 && drawn(place, look) * total < began;
}

/** A number from 0 up to, not including, 1 that a place and a look determine. */
function drawn(place: number, look: number): number {
  let mixed = Math.imul(place + 1, 0x9e3779b1) ^ Math.imul(look + 1, 0x85ebca77);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}
