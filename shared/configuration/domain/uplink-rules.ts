/** The fields of a hardware part that decide which uplinks a device can have. */
export interface UplinkHardware {
  readonly wifiUplink: boolean;
  readonly usb: boolean;
}

function canHave(uplinkType: string, part: UplinkHardware): boolean {
  switch (uplinkType) {
    case '1':
      return true;
    case '2':
    case '3':
      return part.wifiUplink;
    case '4':
      return part.usb;
    default:
      return false;
  }
}

/**
 * The template details that are added to a device, in their order (docs/interface.md#apply_configuration-5): type 1 always, 2 and 3 with a Wi-Fi uplink, 4 with USB, any other never.
 */
export function uplinksFor<T extends { readonly uplink_type: string }>(
  details: readonly T[],
  part: UplinkHardware,
): T[] {
  return details.filter((detail) => canHave(detail.uplink_type, part));
}
