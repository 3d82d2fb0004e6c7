interface RedisNode {
  readonly host: string;
  readonly port: number;
}

interface Login {
  readonly username?: string;
  readonly password?: string;
}

interface Several {
  readonly nodes: readonly RedisNode[];
  readonly login: Login;
  readonly tls: boolean;
}

/** The address of Redis: one server, a cluster, or sentinels that monitor a server. */
export type RedisAddress =
  | { readonly kind: 'server'; readonly url: string }
  | ({ readonly kind: 'cluster' } & Several)
  | ({ readonly kind: 'sentinels'; readonly name: string } & Several);

const SEVERAL = /^redis(s?)\+(cluster|sentinel):\/\/(?:([^/@]*)@)?([^/@]+)(?:\/([\w.-]+))?\/?$/;
const NODE = /^([\w.-]+|\[[\da-fA-F:]+\]):(\d{1,5})$/;

/**
 * Parses `redis://…` (`rediss://…` by TLS), `redis+cluster://[user:password@]host:port,host:port` or
 * `redis+sentinel://[user:password@]host:port,host:port/name`; null for anything else.
 */
export function parseRedisAddress(text: string): RedisAddress | null {
  if (/^rediss?:\/\//.test(text)) return URL.canParse(text) ? { kind: 'server', url: text } : null;
  const [, secure, kind, login, list = '', name] = SEVERAL.exec(text) ?? [];
  const nodes = readNodes(list);
  if (nodes === null) return null;
  const several = { nodes, login: readLogin(login), tls: secure === 's' };
  if (kind === 'cluster') return name === undefined ? { kind, ...several } : null;
  return name === undefined ? null : { kind: 'sentinels', name, ...several };
}

function readNodes(list: string): RedisNode[] | null {
  const nodes = list.split(',').map((text) => NODE.exec(text));
  if (!nodes.every((node) => node !== null)) return null;
  return nodes.map(([, host = '', port]) => ({ host: host.replace(/^\[|\]$/g, ''), port: Number(port) }));
}

/** Percent-encoded; the user is optional. */
function readLogin(text = ''): Login {
  const [username, password] = text.split(':', 2).map(decodeURIComponent);
  return { ...(username ? { username } : {}), ...(password ? { password } : {}) };
}
