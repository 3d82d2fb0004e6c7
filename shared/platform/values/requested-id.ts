/** An id as a parameter carries it, in digits; null for anything that can be no id (ids begin at 1). */
export function requestedId(text: string): number | null {
  const trimmed = text.trim();
  const id = /^\d{1,16}$/.test(trimmed) ? Number(trimmed) : 0;
  return id >= 1 && Number.isSafeInteger(id) ? id : null;
}
