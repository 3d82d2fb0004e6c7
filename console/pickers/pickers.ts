import { useQuery } from '@tanstack/react-query';
import { client } from '../api/client';
import { hasFullAccess, useMe } from '../app/me';
import type { Option } from '../components/choice';
import type { User } from '../users/user';

/** Lists for pickers change rarely. */
const RARELY_MS = 60_000;
const PAGE = 200;
/** Pickers show the first 5,000 records by name. */
const MAX_PAGES = 25;

interface PageQuery {
  readonly per_page: number;
  readonly cursor?: string;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null | undefined;
}

/** All records of a list, page by page; none until the last page is there. */
function useAll<Item>(list: string, readPage: (query: PageQuery) => Promise<Page<Item>>): readonly Item[] {
  const { data } = useQuery({
    queryKey: ['all', list],
    queryFn: () => readAll(readPage),
    staleTime: RARELY_MS,
  });
  return data ?? [];
}

async function readAll<Item>(readPage: (query: PageQuery) => Promise<Page<Item>>): Promise<Item[]> {
  const all: Item[] = [];
  let place: Pick<PageQuery, 'cursor'> = {};
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { items, next } = await readPage({ per_page: PAGE, ...place });
    all.push(...items);
    if (!next) break;
    place = { cursor: next };
  }
  return all;
}

/** The networks, by name. */
export function useNetworkOptions(): Option[] {
  const networks = useAll('networks', async (page) => {
    const query = { ...page, sort: 'network_name' } as const;
    const { data } = await client.GET('/v1/networks', { params: { query } });
    return { items: data?.data.networks ?? [], next: data?.meta.next_cursor };
  });
  return networks.map(({ id, network_name: label }) => ({ value: String(id), label }));
}

/** The networks to which the user has full access, by name. */
export function useOwnNetworkOptions(): Option[] {
  const { networks } = useMe();
  return useNetworkOptions().filter(({ value }) => hasFullAccess(networks, Number(value)));
}

/** The tags, by name. */
export function useTagOptions(): Option[] {
  const tags = useAll('tags', async (page) => {
    const query = { ...page, sort: 'name' } as const;
    const { data } = await client.GET('/v1/tags', { params: { query } });
    return { items: data?.data.tags ?? [], next: data?.meta.next_cursor };
  });
  return tags.map(({ id, name: label }) => ({ value: String(id), label }));
}

/** The init templates, by name. */
export function useTemplateOptions(): Option[] {
  const templates = useAll('init_templates', async (page) => {
    const query = { ...page, sort: 'name' } as const;
    const { data } = await client.GET('/v1/init_templates', { params: { query } });
    return { items: data?.data.init_templates ?? [], next: data?.meta.next_cursor };
  });
  return templates.map(({ id, name: label }) => ({ value: String(id), label }));
}

/** The hardware parts, with their names. */
export function usePartOptions(): Option[] {
  const parts = useAll('hardware_parts', async (query) => {
    const { data } = await client.GET('/v1/hardware_parts', { params: { query } });
    return { items: data?.data.hardware_parts ?? [], next: data?.meta.next_cursor };
  });
  return parts.map(({ part_number: value, name }) => ({ value, label: `${value} (${name})` }));
}

/** The RADIUS servers, with their addresses. */
export function useRadiusServerOptions(): Option[] {
  const servers = useAll('radius_servers', async (query) => {
    const { data } = await client.GET('/v1/radius_servers', { params: { query } });
    return { items: data?.data.radius_servers ?? [], next: data?.meta.next_cursor };
  });
  return servers.map(({ id, name, host }) => ({ value: String(id), label: `${name} (${host})` }));
}

function useUsers() {
  return useAll('users', async (page) => {
    const query = { ...page, sort: 'email' } as const;
    const { data } = await client.GET('/v1/users', { params: { query } });
    return { items: data?.data.users ?? [], next: data?.meta.next_cursor };
  });
}

/** The users whom the user manages, by email. */
export function useUserOptions(): Option[] {
  return useUsers().map(({ id, email: label }) => ({ value: String(id), label }));
}

/** The super administrators who can sign in without the identity provider, by email, and the chosen user. */
export function useBreakGlassOptions(chosen: string): Option[] {
  return useUsers()
    .filter((user) => String(user.id) === chosen || (user.role === 'super_admin' && canSignInAlone(user)))
    .map(({ id, email: label }) => ({ value: String(id), label }));
}

const canSignInAlone = (user: User): boolean =>
  !user.is_disabled && user.has_password && user.has_second_factor;

const withKind = (kind: string, options: readonly Option[]): Option[] =>
  options.map((option) => ({ ...option, value: `${kind}:${option.value}` }));

/** The names of networks and tags as targets of a rollout or an SSID name them, such as `network:7`. */
export function useTargetNames(): Option[] {
  return [...withKind('network', useNetworkOptions()), ...withKind('tag', useTagOptions())];
}

/** The hardware parts as a rollout excludes them, such as `part:AP-7`. */
export function usePartTargets(): Option[] {
  return withKind('part', usePartOptions());
}
