/** A device that is in an inventory. */
export interface DeviceRef {
  readonly organisationId: number;
  readonly deviceId: number;
}

/** Filters for exactly these devices. */
export function amongDevices(refs: readonly DeviceRef[]) {
  return {
    organisationId: { $in: [...new Set(refs.map((ref) => ref.organisationId))] },
    _id: { $in: refs.map((ref) => ref.deviceId) },
  };
}
