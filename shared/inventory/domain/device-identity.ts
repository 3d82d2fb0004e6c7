/** How a device proves who it is: by a key in each request, or by a TLS certificate. */
export const DEVICE_IDENTITIES = ['key', 'certificate'] as const;

export type DeviceIdentity = (typeof DEVICE_IDENTITIES)[number];
