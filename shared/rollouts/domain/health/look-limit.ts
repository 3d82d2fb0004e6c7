/** What the looks of a day and, once more, all later looks may spend: 0.5 % for a rollout of any length. */
const SPENT = 0.0025;
const LOOKS_A_DAY = 144;

/**
 * The p-value at which a test of a look trips. The looks of a rollout share an error of 0.5 %: equally among the first
 * 144, and among all later ones by a series that ends nowhere; and equally among its parts and the tests of a look.
 * @param look of the part, from 1
 */
export function lookLimit(look: number, parts: number, tests: number): number {
  const share = look <= LOOKS_A_DAY ? 1 / LOOKS_A_DAY : LOOKS_A_DAY / (look * (look - 1));
  return ((SPENT / parts) * share) / Math.max(1, tests);
}
