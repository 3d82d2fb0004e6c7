/** A device that is in an inventory. */
export interface DeviceRef {
  readonly organisationId: number;
  readonly deviceId: number;
}

/** The filter that finds these devices and no others of their organisations. */
export function amongDevices(refs: readonly DeviceRef[]) {
  return {
    organisationId: { $in: [...new Set(refs.map((ref) => ref.organisationId))] },
    _id: { $in: refs.map((ref) => ref.deviceId) },
  };
}
