/** Parses an id of a parameter; null for anything that is not a positive safe integer in digits. */
export function requestedId(text: string): number | null {
  const trimmed = text.trim();
  const id = /^\d{1,16}$/.test(trimmed) ? Number(trimmed) : 0;
  return id >= 1 && Number.isSafeInteger(id) ? id : null;
}
