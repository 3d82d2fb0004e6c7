/** Control characters, with which a terminal is driven, and those that turn the direction of a line or end it. */
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * A line with its control characters as text, such as `\u001b`: names and reasons are chosen by tenants. The escapes are
 * those of JSON, so a line of JSON keeps its meaning.
 */
export function printable(line: string): string {
  return line.replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
