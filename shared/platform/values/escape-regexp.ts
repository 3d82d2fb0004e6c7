/** Escapes a text for a regular expression. BSON stores a pattern as a C string, so NUL is written as an escape. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('\u0000', '\\x00');
}
