const BEGUN: readonly string[] = ['Downloading', 'Installing', 'Verifying'];

/** Whether a device has begun an upgrade and has not ended it, so that it can be given up. */
export function isBegun(status: string): boolean {
  return BEGUN.includes(status);
}
