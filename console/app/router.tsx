import Box from '@cloudscape-design/components/box';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router';
import { Allowed, type Right } from '../components/allowed';
import { ErrorBar } from '../components/error-bar';
import { Root } from './root';

const root = createRootRoute({
  component: Root,
  notFoundComponent: () => <Box variant="h1">There is no such screen</Box>,
  errorComponent: Failed,
});

/** An error in a screen, or a part of it that could not be loaded. The frame around the screen stays. */
function Failed({ error }: { error: unknown }) {
  return (
    <ErrorBar
      error={error}
      retry={() => {
        location.reload();
      }}
    />
  );
}

/** A screen, loaded when it is first shown; one that needs a right is not shown to users without it. */
function screen<Path extends string, Module extends Record<string, unknown>>(
  path: Path,
  load: () => Promise<Module>,
  name: keyof Module & string,
  right?: Right,
) {
  const Screen = lazyRouteComponent(load, name) as RouteComponent;
  const component = right === undefined ? Screen : allowed(Screen, right);
  return createRoute({ getParentRoute: () => root, path, component });
}

function allowed(Screen: RouteComponent, right: Right): RouteComponent {
  const Guarded = () => (
    <Allowed right={right}>
      <Screen />
    </Allowed>
  );
  return Object.assign(Guarded, { preload: Screen.preload });
}

const screens = [
  screen('/', () => import('../overview/overview-page'), 'OverviewPage'),
  screen('/devices', () => import('../devices/devices-page'), 'DevicesPage'),
  screen('/devices/import', () => import('../imports/import-page'), 'ImportPage', 'change'),
  screen('/devices/$id', () => import('../devices/device-page'), 'DevicePage'),
  screen('/bulk/$id', () => import('../bulk/bulk-page'), 'BulkPage'),
  screen('/networks', () => import('../networks/networks-page'), 'NetworksPage'),
  screen('/networks/$id', () => import('../networks/network-page'), 'NetworkPage'),
  screen('/networks/$id/ssids/new', () => import('../ssids/new-ssid-page'), 'NewSsidPage', 'change'),
  screen('/networks/$id/ssids/$ssid', () => import('../ssids/ssid-page'), 'SsidPage'),
  screen('/rollouts', () => import('../rollouts/rollouts-page'), 'RolloutsPage'),
  screen('/rollouts/new', () => import('../rollouts/new-rollout-page'), 'NewRolloutPage', 'change'),
  screen('/rollouts/$id', () => import('../rollouts/rollout-page'), 'RolloutPage'),
  screen('/rollouts/$id/history', () => import('../rollouts/rollout-history-page'), 'RolloutHistoryPage'),
  screen('/rollouts/$id/edit', () => import('../rollouts/edit-rollout-page'), 'EditRolloutPage', 'change'),
  screen('/rollouts/$id/start', () => import('../rollouts/start-rollout-page'), 'StartRolloutPage', 'change'),
  screen('/firmware', () => import('../firmware/firmware-page'), 'FirmwarePage'),
  screen('/firmware/new', () => import('../firmware/new-release-page'), 'NewReleasePage', 'publish_firmware'),
  screen('/firmware/$id', () => import('../firmware/release-page'), 'ReleasePage'),
  screen('/radius', () => import('../radius/radius-page'), 'RadiusPage', 'administer_all'),
  screen('/enrolment', () => import('../enrolment/enrolment-page'), 'EnrolmentPage', 'enrol'),
  screen('/users', () => import('../users/users-page'), 'UsersPage', 'administer'),
  screen('/users/$id', () => import('../users/user-page'), 'UserPage', 'administer'),
  screen('/tokens', () => import('../tokens/tokens-page'), 'TokensPage'),
  screen('/alerts', () => import('../alerts/alerts-page'), 'AlertsPage'),
  screen('/webhooks', () => import('../webhooks/webhooks-page'), 'WebhooksPage', 'administer_all'),
  screen('/webhooks/$id', () => import('../webhooks/webhook-page'), 'WebhookPage', 'administer_all'),
  screen('/audit', () => import('../audit/audit-page'), 'AuditPage', 'administer_all'),
  screen('/settings', () => import('../settings/settings-page'), 'SettingsPage'),
  screen(
    '/settings/single-sign-on',
    () => import('../sign-on/single-sign-on-page'),
    'SingleSignOnPage',
    'super_administer',
  ),
];

export const router = createRouter({
  routeTree: root.addChildren(screens),
  basepath: '/console',
  defaultPreload: 'intent',
  // A form or dialog of one record must not go on with another one.
  defaultRemountDeps: ({ params }) => params,
  defaultErrorComponent: Failed,
  scrollRestoration: true,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const query = new URLSearchParams(search as Record<string, string>).toString();
    return query === '' ? '' : `?${query}`;
  },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
