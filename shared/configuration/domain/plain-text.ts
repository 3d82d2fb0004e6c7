/** Control characters and surrogates without a partner become spaces: a document is valid UTF-8 on one line. */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, ' ');
}
