import { resolve } from 'node:path';
import Joi from 'joi';
import type { KeyRing } from '../values/encrypt.js';
import type { KillAt } from '../failpoints.js';
import {
  base64Keys,
  killAt,
  mailAddress,
  nameServers,
  networks,
  origin,
  redisAddress,
  sessionSecrets,
  smtpUrl,
  trustedProxies,
} from './read-texts.js';
import type { RedisAddress } from './redis-address.js';
import type { MailAddress, SmtpServer } from './smtp-server.js';
import type { Network } from '../values/networks.js';
import type { TrustedProxies } from './trusted-proxies.js';

const API_SERVES = ['all', 'devices', 'people'] as const;
export type ApiServes = (typeof API_SERVES)[number];

/** The settings of a process; times are in seconds unless the name says otherwise. */
export interface Env {
  readonly nodeEnv: 'development' | 'production' | 'test';
  readonly mongodbUri: string;
  readonly redis: RedisAddress;
  readonly port: number;
  readonly host: string;
  /** Whose requests the API serves. */
  readonly apiServes: ApiServes;
  readonly workerPort: number;
  /** The port of the API's probes and metrics; null for the API's own port. */
  readonly adminPort: number | null;
  /** The port of the gateway's probes and metrics. */
  readonly gatewayAdminPort: number;
  /** Where the gateway listens to devices that speak uCentral; null when it does not. */
  readonly ucentralPort: number | null;
  /** Files in PEM; null outside production only. */
  readonly ucentralCert: string | null;
  readonly ucentralKey: string | null;
  /** The authorities whose certificates devices may have, with their intermediate ones. */
  readonly ucentralClientCa: string | null;
  /** Lists of revoked certificates; null for none. */
  readonly ucentralCrl: string | null;
  readonly ucentralHandshakesPerS: number;
  /** The version of the PROXY protocol that a balancer in front speaks; 0 for none. */
  readonly ucentralProxyProtocol: 0 | 2;
  /** Newest first: the first signs, all of them verify. */
  readonly sessionSecrets: readonly string[];
  /** Newest first: the first encrypts, all of them decrypt. */
  readonly encryptionKeys: KeyRing;
  readonly queuePrefix: string;
  readonly logLevel: string;
  /** null: readable in a terminal, JSON otherwise. */
  readonly logFormat: 'json' | 'readable' | null;
  readonly trustProxy: TrustedProxies;
  readonly heartbeatIntervalS: number;
  /** For what a process remembers of the devices that it hears; 0: nothing. */
  readonly heartbeatMemoryMb: number;
  readonly downAfterS: number;
  /** For how long at least nothing is heard before the service itself is taken to be away. */
  readonly deafAfterS: number;
  /** Whether networks test changes on one device of each part, unless they are set otherwise. */
  readonly configurationCanary: boolean;
  readonly upgradeWindowS: number;
  readonly upgradeStepTimeoutS: number;
  readonly upgradeMaxAttempts: number;
  readonly upgradeSoakS: number;
  readonly sweepIntervalS: number;
  readonly upgradeRetentionDays: number;
  readonly uplinkRetentionDays: number;
  readonly auditRetentionDays: number;
  readonly rateLimitPerMinute: number;
  readonly rateLimitAddressPerMinute: number;
  readonly rateLimitUserPerMinute: number;
  readonly rateLimitOrganisationPerMinute: number;
  readonly workerConcurrency: number;
  readonly maxInFlight: number;
  readonly drainS: number;
  readonly maxConnections: number;
  /** Networks to which webhooks may be sent although they are not public, and without TLS. */
  readonly webhookAllow: readonly Network[];
  /** The name servers at which proofs of domains are looked up; null for those of the system. */
  readonly dnsServers: readonly string[] | null;
  /** The server that sends mails; null: none are sent. */
  readonly smtp: SmtpServer | null;
  /** The sender of mails; null without a server. */
  readonly mailFrom: MailAddress | null;
  /** The origin under which people reach the API, for links in mails; null when it is not set. */
  readonly publicUrl: string | null;
  /** Whether operators of the installation must have a second factor. */
  readonly requireOperatorSecondFactor: boolean;
  /** The password of `npm run cli -- user create`; null to generate one. */
  readonly newUserPassword: string | null;
  /** The shared secret with which devices have registered in OpenWISP. */
  readonly openwispSecret: string | null;
  /** Encrypts the secrets of a fleet file. null: an export leaves them out, and an import refuses them. */
  readonly exportPassphrase: string | null;
  /** Only with NODE_ENV=test; otherwise null. */
  readonly killAt: KillAt | null;
}

const YEAR_S = 31_536_000;
const LOCAL_MONGODB = 'mongodb://127.0.0.1:27017/airfleet';
const LOCAL_REDIS: RedisAddress = { kind: 'server', url: 'redis://127.0.0.1:6379' };
const LOCAL_SECRETS = ['development-only-session-secret'];
const LOCAL_KEYS = [Buffer.alloc(32, 'airfleet')];

/** A secret has a default in development and is required in production. */
const secret = (schema: Joi.StringSchema, local: string | readonly (string | Buffer)[] | RedisAddress) =>
  Joi.when('NODE_ENV', { is: 'production', then: schema.required(), otherwise: schema.default(local) });

const seconds = (standard: number) => Joi.number().integer().min(1).max(YEAR_S).default(standard);

const days = (standard: number) => Joi.number().integer().min(1).max(36_500).default(standard);

const perMinute = Joi.number().integer().min(0).max(20_000_000);

/** A file that the gateway needs once it listens in production. */
const ucentralFile = Joi.when('UCENTRAL_PORT', {
  is: Joi.number().required(),
  then: Joi.when('NODE_ENV', {
    is: 'production',
    then: Joi.string().required(),
    otherwise: Joi.string().default(null),
  }),
  otherwise: Joi.string().default(null),
});

/** Defaults to a multiple of the limit of a token. */
const timesTokenLimit = (factor: number) =>
  Joi.ref('RATE_LIMIT_PER_MINUTE', { adjust: (limit: number) => limit * factor });

/** The origin of the service, in production with https. */
const publicOrigin = Joi.string()
  .custom(origin)
  .when('NODE_ENV', { is: 'production', then: Joi.string().pattern(/^https:/, 'https') });

/** Whether SMTP_URL is set. */
const withSmtp = Joi.object().required();

/** One row per setting: its variable and schema. A setting without a row does not compile. */
const VARIABLES = {
  nodeEnv: ['NODE_ENV', Joi.string().valid('development', 'production', 'test').default('development')],
  mongodbUri: [
    'MONGODB_URI',
    secret(Joi.string().uri({ scheme: ['mongodb', 'mongodb+srv'] }), LOCAL_MONGODB),
  ],
  redis: ['REDIS_URL', secret(Joi.string().custom(redisAddress), LOCAL_REDIS)],
  port: ['PORT', Joi.number().port().default(8080)],
  host: ['HOST', Joi.string().hostname().default('127.0.0.1')],
  apiServes: [
    'API_SERVES',
    Joi.string()
      .valid(...API_SERVES)
      .default('all'),
  ],
  workerPort: ['WORKER_PORT', Joi.number().port().default(8081)],
  adminPort: ['ADMIN_PORT', Joi.number().port().default(null)],
  gatewayAdminPort: ['GATEWAY_ADMIN_PORT', Joi.number().port().default(8082)],
  ucentralPort: [
    'UCENTRAL_PORT',
    Joi.when('NODE_ENV', {
      is: 'production',
      then: Joi.number().port().default(null),
      otherwise: Joi.number().port().default(15_002),
    }),
  ],
  ucentralCert: ['UCENTRAL_CERT', ucentralFile],
  ucentralKey: ['UCENTRAL_KEY', ucentralFile],
  ucentralClientCa: ['UCENTRAL_CLIENT_CA', ucentralFile],
  ucentralCrl: ['UCENTRAL_CRL', Joi.string().default(null)],
  ucentralHandshakesPerS: [
    'UCENTRAL_HANDSHAKES_PER_S',
    Joi.number().integer().min(1).max(10_000).default(60),
  ],
  ucentralProxyProtocol: ['UCENTRAL_PROXY_PROTOCOL', Joi.number().valid(0, 2).default(0)],
  sessionSecrets: ['SESSION_SECRET', secret(Joi.string().custom(sessionSecrets), LOCAL_SECRETS)],
  encryptionKeys: ['ENCRYPTION_KEY', secret(Joi.string().custom(base64Keys), LOCAL_KEYS)],
  queuePrefix: [
    'QUEUE_PREFIX',
    Joi.when('REDIS_URL', {
      is: Joi.object({ kind: 'cluster' }).unknown().required(),
      // Commands of a queue name several keys, which a cluster must store in one hash slot.
      then: Joi.string().pattern(/^[\w-]*\{[\w-]+\}[\w-]*$/, 'name with a {hash tag}'),
      otherwise: Joi.string().pattern(/^[\w{}-]+$/, 'name'),
    }).default('{airfleet}'),
  ],
  logLevel: [
    'LOG_LEVEL',
    Joi.string().valid('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  ],
  logFormat: ['LOG_FORMAT', Joi.string().valid('json', 'readable').default(null)],
  trustProxy: ['TRUST_PROXY', Joi.string().custom(trustedProxies).default(0)],
  heartbeatIntervalS: ['HEARTBEAT_INTERVAL_S', seconds(60)],
  heartbeatMemoryMb: ['HEARTBEAT_MEMORY_MB', Joi.number().integer().min(0).max(65_536).default(256)],
  downAfterS: ['DOWN_AFTER_S', seconds(180)],
  deafAfterS: ['DEAF_AFTER_S', seconds(15)],
  configurationCanary: ['CONFIGURATION_CANARY', Joi.boolean().default(true)],
  upgradeWindowS: ['UPGRADE_WINDOW_S', seconds(86_400)],
  upgradeStepTimeoutS: ['UPGRADE_STEP_TIMEOUT_S', seconds(1800)],
  upgradeMaxAttempts: ['UPGRADE_MAX_ATTEMPTS', Joi.number().integer().min(1).max(100).default(4)],
  upgradeSoakS: ['UPGRADE_SOAK_S', Joi.number().integer().min(0).max(YEAR_S).default(300)],
  sweepIntervalS: ['SWEEP_INTERVAL_S', seconds(30)],
  upgradeRetentionDays: ['UPGRADE_RETENTION_DAYS', days(400)],
  uplinkRetentionDays: ['UPLINK_RETENTION_DAYS', days(400)],
  auditRetentionDays: ['AUDIT_RETENTION_DAYS', days(400)],
  rateLimitPerMinute: ['RATE_LIMIT_PER_MINUTE', perMinute.default(600)],
  rateLimitAddressPerMinute: ['RATE_LIMIT_ADDRESS_PER_MINUTE', perMinute.default(timesTokenLimit(1))],
  rateLimitUserPerMinute: ['RATE_LIMIT_USER_PER_MINUTE', perMinute.default(timesTokenLimit(4))],
  rateLimitOrganisationPerMinute: [
    'RATE_LIMIT_ORGANISATION_PER_MINUTE',
    perMinute.default(timesTokenLimit(20)),
  ],
  workerConcurrency: ['WORKER_CONCURRENCY', Joi.number().integer().min(1).max(64).default(4)],
  maxInFlight: ['MAX_IN_FLIGHT', Joi.number().integer().min(1).max(100_000).default(1000)],
  drainS: ['DRAIN_S', Joi.number().integer().min(0).max(600).default(5)],
  maxConnections: ['MAX_CONNECTIONS', Joi.number().integer().min(1).max(1_000_000).default(10_000)],
  webhookAllow: ['WEBHOOK_ALLOW', Joi.string().custom(networks).default([])],
  dnsServers: ['DNS_SERVERS', Joi.string().custom(nameServers).default(null)],
  smtp: ['SMTP_URL', Joi.string().custom(smtpUrl).default(null)],
  mailFrom: [
    'MAIL_FROM',
    Joi.when('SMTP_URL', {
      is: withSmtp,
      then: Joi.string().custom(mailAddress).required(),
      otherwise: Joi.forbidden().default(null).messages({ 'any.unknown': '{#label} needs SMTP_URL' }),
    }),
  ],
  publicUrl: [
    'PUBLIC_URL',
    Joi.when('SMTP_URL', {
      is: withSmtp,
      then: publicOrigin.required(),
      otherwise: publicOrigin.default(null),
    }),
  ],
  requireOperatorSecondFactor: ['REQUIRE_OPERATOR_SECOND_FACTOR', Joi.boolean().default(false)],
  newUserPassword: ['AIRFLEET_PASSWORD', Joi.string().max(1024).default(null)],
  openwispSecret: ['AIRFLEET_OPENWISP_SECRET', Joi.string().max(1024).default(null)],
  exportPassphrase: ['AIRFLEET_EXPORT_PASSPHRASE', Joi.string().default(null)],
  killAt: [
    'AIRFLEET_KILL_AT',
    Joi.when('NODE_ENV', {
      is: 'test',
      then: Joi.string().custom(killAt).default(null),
      otherwise: Joi.any().empty(Joi.any()).default(null),
    }),
  ],
} satisfies Record<keyof Env, readonly [name: string, schema: Joi.Schema]>;

const ROWS: readonly (readonly [name: string, schema: Joi.Schema])[] = Object.values(VARIABLES);
/** The names of all variables. */
export const VARIABLE_NAMES: readonly string[] = ROWS.map(([name]) => name);

const SCHEMA = Joi.object(Object.fromEntries(ROWS)).unknown(true);

/** A faulty environment: every fault, one a line. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
  constructor(readonly faults: readonly string[]) {
    super(`The environment is not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

/**
 * Reads and validates the environment; a pure function of its argument. Empty variables count as unset.
 * @throws EnvError naming every faulty variable, without values that may be secret
 */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const checked = SCHEMA.validate(given, {
    abortEarly: false,
    errors: { wrap: { label: false } },
    messages: { 'any.custom': '{#label}: {#error.message}' },
  });
  if (checked.error) throw new EnvError(checked.error.details.map((detail) => detail.message));
  const values = checked.value as Record<string, unknown>;
  const env = Object.fromEntries(Object.entries(VARIABLES).map(([key, [name]]) => [key, values[name]]));
  return Object.freeze(env) as unknown as Env;
}

/** Resolves a path of the command line. npm runs scripts in the project's folder and passes the caller's in INIT_CWD. */
export function fromCallersFolder(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? '', path);
}
