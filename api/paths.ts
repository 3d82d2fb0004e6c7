import type { Method } from './http/endpoint.js';

type Routes = readonly (readonly [method: Method, path: string])[];

const AP = '/v1/access_points';

/** The URLs of the operations. Fixed paths come before those with a parameter. */
export const PATHS = {
  listInventory: [['GET', `${AP}/list_inventory`]],
  routInventoryList: [
    ['GET', `${AP}/rout_inventory_list`],
    ['POST', `${AP}/rout_inventory_list`],
  ],
  provisioning: [['POST', `${AP}/provisioning`]],
  applyConfiguration: [['PUT', `${AP}/apply_configuration`]],
  currentStatus: [['GET', `${AP}/current_status`]],
  releaseDevices: [
    ['PUT', `${AP}/release_devices`],
    ['POST', `${AP}/release_devices`],
  ],
  removeDevices: [
    ['DELETE', `${AP}/remove_devices`],
    ['POST', `${AP}/remove_devices`],
  ],
  moveDevices: [
    ['PUT', `${AP}/move_devices`],
    ['POST', `${AP}/move_devices`],
  ],
  getDevicesFromSerial: [['GET', `${AP}/get_devices_from_serial`]],
  listNetworkSsids: [
    ['GET', '/v1/list_network_ssids'],
    ['GET', '/v1/network_ssids'],
  ],
  ssidShow: [['GET', '/v1/network_ssids/:id']],
  ssidCreate: [['POST', '/v1/network_ssids']],
  ssidUpdate: [
    ['PUT', '/v1/network_ssids/:id'],
    ['PATCH', '/v1/network_ssids/:id'],
    ['PUT', '/v1/network_ssids'],
    ['PATCH', '/v1/network_ssids'],
  ],
  ssidDestroy: [['DELETE', '/v1/network_ssids/:id']],
  updateNetworkSsid: [
    ['PUT', '/v1/network_ssids/:id/update_network_ssid'],
    ['PATCH', '/v1/network_ssids/:id/update_network_ssid'],
    ['PUT', '/v1/update_network_ssid'],
    ['PATCH', '/v1/update_network_ssid'],
  ],
  listRollouts: [['GET', '/v1/rollouts']],
  createRollout: [['POST', '/v1/rollouts']],
  showRollout: [['GET', '/v1/rollouts/:id']],
  updateRollout: [['PATCH', '/v1/rollouts/:id']],
  deleteRollout: [['DELETE', '/v1/rollouts/:id']],
  startRollout: [['POST', '/v1/rollouts/:id/start']],
  pauseRollout: [['POST', '/v1/rollouts/:id/pause']],
  resumeRollout: [['POST', '/v1/rollouts/:id/resume']],
  cancelRollout: [['POST', '/v1/rollouts/:id/cancel']],
  approveStage: [['POST', '/v1/rollouts/:id/stages/:n/approve']],
  retryRollout: [['POST', '/v1/rollouts/:id/retry']],
  rollBackRollout: [['POST', '/v1/rollouts/:id/rollback']],
  rolloutDevices: [['GET', '/v1/rollouts/:id/devices']],
  rolloutFailures: [['GET', '/v1/rollouts/:id/failures']],
  listNetworks: [['GET', '/v1/networks']],
  updateNetwork: [['PATCH', '/v1/networks/:id']],
  listWebhooks: [['GET', '/v1/webhooks']],
  createWebhook: [['POST', '/v1/webhooks']],
  showWebhook: [['GET', '/v1/webhooks/:id']],
  updateWebhook: [['PATCH', '/v1/webhooks/:id']],
  deleteWebhook: [['DELETE', '/v1/webhooks/:id']],
  rotateWebhookSecret: [['POST', '/v1/webhooks/:id/rotate_secret']],
  webhookDeliveries: [['GET', '/v1/webhooks/:id/deliveries']],
  redeliverWebhook: [['POST', '/v1/webhooks/:id/deliveries/:delivery_id/redeliver']],
  rolloutEvents: [['GET', '/v1/rollouts/:id/events']],
  auditLog: [['GET', '/v1/audit_log']],
  upgradeList: [
    ['GET', '/upgrades/upgrade_list{.json}'],
    ['POST', '/upgrades/upgrade_list{.json}'],
  ],
  upgradeTargets: [['GET', '/upgrades/targets{.json}']],
  upgradeReleases: [['GET', '/upgrades/releases{.json}']],
  upgradeSchedules: [['GET', '/upgrades/schedules{.json}']],
  upgradeSchedulesDelete: [['DELETE', '/upgrades/schedules/:id{.json}']],
  upgradesProgress: [['GET', '/upgrades/progress{.json}']],
  upgradesIndex: [['GET', '/upgrades{.json}']],
  upgradesCreate: [['POST', '/upgrades{.json}']],
  upgradesShow: [['GET', '/upgrades/:id{.json}']],
  upgradesUpdate: [
    ['PUT', '/upgrades/:id{.json}'],
    ['PATCH', '/upgrades/:id{.json}'],
  ],
  upgradesDelete: [['DELETE', '/upgrades/:id{.json}']],
  createAccessToken: [['POST', '/v1/access_tokens']],
  revokeAccessToken: [['DELETE', '/v1/access_tokens']],
  listAccessTokens: [['GET', '/v1/access_tokens']],
  revokeAccessTokenById: [['DELETE', '/v1/access_tokens/:id']],
  revokeUserAccessTokens: [['DELETE', '/v1/users/:id/access_tokens']],
  heartbeat: [['POST', '/device/v1/heartbeat']],
} as const satisfies Record<string, Routes>;

/** The URLs of pages, probes and documents. */
export const SITE = {
  signIn: '/sign_in',
  signOut: '/sign_out',
  upgrades: '/upgrades',
  live: '/livez',
  ready: '/readyz',
  metrics: '/metrics',
  openapi: '/openapi.json',
  docs: '/docs',
  operator: '/admin',
  board: '/admin/queues',
  boardToChange: '/admin/queues-manage',
  assets: '/assets',
} as const;
