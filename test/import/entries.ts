/** A user of the first organisation of smallFleet(). */
export const userEntry = (id: number, fields: object = {}) => ({
  id,
  organisation_id: 1,
  email: `user-${id}@example.test`,
  role: 'admin',
  ...fields,
});

/** An upgrade of its first device. */
export const upgradeEntry = (id: number, fields: object = {}) => ({
  id,
  organisation_id: 1,
  router_inventory_id: 1,
  version: '2.0',
  ...fields,
});

/** An SSID of its first network. */
export const ssidEntry = (id: number, fields: object = {}) => ({
  id,
  network_id: 1,
  ssid_name: `net ${id}`,
  ...fields,
});

/** A token of a backup. */
export const tokenEntry = (index: number) => ({
  hash: index.toString(16).padStart(64, '0'),
  created_at: '2026-01-01T00:00:00Z',
  expires_at: '2026-03-01T00:00:00Z',
});
