interface Place {
  readonly host: string;
  readonly port: number;
}

interface Login {
  readonly username?: string;
  readonly password?: string;
}

interface Several {
  readonly places: readonly Place[];
  readonly login: Login;
  readonly tls: boolean;
}

/** The address of Redis: one server, a cluster, or sentinels that monitor a server. */
export type RedisAddress =
  | { readonly kind: 'server'; readonly url: string }
  | ({ readonly kind: 'cluster' } & Several)
  | ({ readonly kind: 'sentinels'; readonly name: string } & Several);

const SEVERAL = /^redis(s?)\+(cluster|sentinel):\/\/(?:([^/@]*)@)?([^/@]+)(?:\/([\w.-]+))?\/?$/;
const PLACE = /^([\w.-]+|\[[\da-fA-F:]+\]):(\d{1,5})$/;

/**
 * Parses `redis://…` (`rediss://…` by TLS), `redis+cluster://[user:password@]host:port,host:port` or
 * `redis+sentinel://[user:password@]host:port,host:port/name`; null for anything else.
 */
export function parseRedisAddress(text: string): RedisAddress | null {
  if (/^rediss?:\/\//.test(text)) return URL.canParse(text) ? { kind: 'server', url: text } : null;
  const [, secure, kind, login, list = '', name] = SEVERAL.exec(text) ?? [];
  const places = readPlaces(list);
  if (places === null) return null;
  const several = { places, login: readLogin(login), tls: secure === 's' };
  if (kind === 'cluster') return name === undefined ? { kind, ...several } : null;
  return name === undefined ? null : { kind: 'sentinels', name, ...several };
}

function readPlaces(list: string): Place[] | null {
  const places = list.split(',').map((text) => PLACE.exec(text));
  if (!places.every((place) => place !== null)) return null;
  return places.map(([, host = '', port]) => ({ host: host.replace(/^\[|\]$/g, ''), port: Number(port) }));
}

/** Percent-encoded; the user is optional. */
function readLogin(text = ''): Login {
  const [username, password] = text.split(':', 2).map(decodeURIComponent);
  return { ...(username ? { username } : {}), ...(password ? { password } : {}) };
}
