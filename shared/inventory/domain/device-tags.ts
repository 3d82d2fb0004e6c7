/** The most tags of a device. */
export const MAX_DEVICE_TAGS = 256;

/** Whether a device has room for tags besides those that it has. */
export function hasRoomForTags(
  { tagIds }: { readonly tagIds: readonly number[] },
  added: readonly number[],
): boolean {
  return new Set([...tagIds, ...added]).size <= MAX_DEVICE_TAGS;
}
