const DAY_MS = 86_400_000;

/**
 * Until when a request is kept after its device has asked.
 * @param tokenId null for a device with a certificate
 */
export function keptUntil(tokenId: number | null, askedAt: Date): Date {
  return new Date(askedAt.getTime() + (tokenId === null ? 7 : 30) * DAY_MS);
}
