/** Every refusal of the service. `code` is the number in the body; null where the body has none. */
export const ERRORS = {
  // Codes of docs/interface.md.
  networkNotFound: { status: 404, code: 1001, text: 'Network not found' },
  inventoryFull: {
    status: 422,
    code: 1005,
    text: 'The inventory has reached the number of devices of the organisation',
  },
  macsInvalid: { status: 422, code: 1006, text: 'Some MACs are invalid or already provisioned' },
  deviceNotFound: { status: 404, code: 1011, text: 'Device not found' },
  macBlank: { status: 422, code: 1012, text: 'mac_id is required' },
  noDeviceForMacs: { status: 404, code: 1013, text: 'No device found for the MACs' },
  initTemplateNotFound: { status: 404, code: 1014, text: 'Init template not found' },
  configurationParametersMissing: {
    status: 422,
    code: 1015,
    text: 'mac_ids and one of init_template_name and init_template_id are required',
  },
  uplinksNotApplied: {
    status: 422,
    code: 1016,
    text: 'The uplink configuration was not applied to some MACs',
  },
  releaseFailed: { status: 422, code: 1017, text: 'No device could be released' },
  removalFailed: { status: 422, code: 1018, text: 'No device could be removed' },
  moveNetworkNotFound: { status: 404, code: 1019, text: 'Network to move to not found' },
  devicesNotMoved: { status: 422, code: 1020, text: 'Some devices were not moved' },
  ssidNotFound: { status: 404, code: 1021, text: 'SSID not found' },
  ssidUpdateInvalid: { status: 422, code: 1022, text: 'The SSID could not be updated' },
  ssidNotRouterMode: {
    status: 422,
    code: 1023,
    text: 'The SSID needs router mode and an enabled DHCP server',
  },
  ssidCreateInvalid: { status: 422, code: 1024, text: 'The SSID could not be created' },
  ssidDeleteFailed: { status: 422, code: 1025, text: 'The SSID could not be deleted' },
  noDevicesProvided: { status: 422, code: 1026, text: 'No devices provided' },
  noMatchingDevice: { status: 422, code: null, text: 'No matching device found' },
  tierMayNotRelease: {
    status: 403,
    code: null,
    text: 'Your tier may not release devices that are assigned to a network',
  },

  // Upgrades: the body has the status and no code.
  upgradeNotFound: { status: 404, code: null, text: 'Upgrade not found' },
  scheduleNotFound: { status: 404, code: null, text: 'Schedule not found' },
  noFirmwareData: { status: 422, code: null, text: 'No firmware release data found' },
  firmwareVersionUnknown: { status: 422, code: null, text: 'There is no firmware release of this version' },
  firmwareUnavailable: { status: 422, code: null, text: 'The firmware is not available for some devices' },
  upgradeNotPending: { status: 422, code: null, text: 'Only a pending upgrade can be changed or deleted' },
  upgradeTargetsUnknown: { status: 422, code: null, text: 'Some targets are malformed or unknown' },
  upgradeWithoutDevices: { status: 422, code: null, text: 'No device to upgrade' },
  scheduleTimeInvalid: { status: 422, code: null, text: 'The time of the schedule cannot be used' },

  // Codes of the service itself.
  internal: { status: 500, code: 1100, text: 'Something went wrong on our side' },
  unauthenticated: { status: 401, code: 1101, text: 'A valid access token is required' },
  forbidden: { status: 403, code: 1102, text: 'You may not do this' },
  malformedBody: { status: 400, code: 1103, text: 'The request body cannot be read' },
  invalidParameters: { status: 422, code: 1103, text: 'Some parameters are not valid' },
  pathNotFound: { status: 404, code: 1104, text: 'No such path' },
  methodNotAllowed: { status: 405, code: 1104, text: 'This path does not take this method' },
  rateLimited: { status: 429, code: 1105, text: 'Too many requests' },
  signInLocked: { status: 429, code: 1105, text: 'Too many failed sign-ins; try again later' },
  bodyTooLarge: { status: 413, code: 1106, text: 'The request body is larger than 1 MiB' },
  notAcceptable: { status: 406, code: 1107, text: 'This operation answers in JSON only' },
  storeUnreachable: {
    status: 503,
    code: 1108,
    text: 'The service is not available right now; try again shortly',
  },
  settingsInvalid: { status: 422, code: 1109, text: 'Some parameters are not valid' },
  rolloutNotFound: { status: 404, code: 1110, text: 'Rollout not found' },
  stateForbids: { status: 409, code: 1111, text: 'This is not possible in the present state' },
  revisionChanged: { status: 412, code: 1112, text: 'It has been changed: its ETag is not in If-Match' },
  idempotencyKeyInUse: {
    status: 409,
    code: 1113,
    text: 'The first request with this Idempotency-Key is still being worked on',
  },
  idempotencyKeyReused: {
    status: 422,
    code: 1114,
    text: 'This Idempotency-Key was sent with another request',
  },
  tooManyOpen: { status: 409, code: 1115, text: 'The organisation has as many of these as it may have' },
  accessTokenNotFound: { status: 404, code: 1119, text: 'Access token not found' },
  userNotFound: { status: 404, code: 1120, text: 'User not found' },
  overloaded: { status: 503, code: 1108, text: 'The service is busy; try again shortly' },
} as const satisfies Record<string, { status: number; code: number | null; text: string }>;

export type ErrorName = keyof typeof ERRORS;
