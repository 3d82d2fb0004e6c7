import type { Right } from '../components/allowed';

interface Screen {
  readonly path: string;
  readonly title: string;
  /** The key that opens it after g. */
  readonly key?: string;
  /** Users without it do not see the screen. */
  readonly right?: Right;
}

/** The screens of the navigation, in its order. */
export const SCREENS: readonly Screen[] = [
  { path: '/', title: 'Overview', key: 'o' },
  { path: '/devices', title: 'Devices', key: 'd' },
  { path: '/networks', title: 'Networks', key: 'n' },
  { path: '/rollouts', title: 'Rollouts', key: 'r' },
  { path: '/alerts', title: 'Alerts', key: 'a' },
  { path: '/firmware', title: 'Firmware', key: 'f' },
  { path: '/radius', title: 'RADIUS servers', right: 'administer_all' },
  { path: '/enrolment', title: 'Enrolment', right: 'enrol' },
  { path: '/users', title: 'Users', key: 'u', right: 'administer' },
  { path: '/tokens', title: 'Access tokens' },
  { path: '/webhooks', title: 'Webhooks', right: 'administer_all' },
  { path: '/audit', title: 'Audit log', right: 'administer_all' },
];
