/** The ways in which a name may be stored that are the same text: as it was sent, composed and decomposed. */
export function spellings(name: string): string[] {
  return [...new Set([name, name.normalize('NFC'), name.normalize('NFD')])];
}
