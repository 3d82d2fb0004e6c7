import { sharedApi, startTestApi, type CallOptions, type Reply } from '../fixtures/api.js';
import { makeSsid, makeSsidHome, type SsidHome } from '../fixtures/records/ssid.js';
import type { ErrorRow } from './error-rows.js';

const SSIDS = '/v1/network_ssids';
const CODED = ['msg', 'error_code'];

/** Creates an organisation with one network and sends a request as its administrator. */
function atHome(
  request: (home: SsidHome) => readonly [method: string, path: string, options: CallOptions],
): () => Promise<Reply> {
  return async () => {
    const api = await sharedApi();
    const home = await makeSsidHome(api);
    const [method, path, options] = request(home);
    return api.call(method, path, { token: home.admin.token, ...options });
  };
}

/** Also creates an SSID in the network. */
function atSsid(
  request: (id: number) => readonly [method: string, path: string, options: CallOptions],
): () => Promise<Reply> {
  return async () => {
    const api = await sharedApi();
    const home = await makeSsidHome(api);
    const [method, path, options] = request(await makeSsid(api, home));
    return api.call(method, path, { token: home.admin.token, ...options });
  };
}

/** Deletes the SSID between the request’s look-up and its deletion. */
async function deleteWhatIsGone(): Promise<Reply> {
  const api = await startTestApi();
  try {
    const home = await makeSsidHome(api);
    const id = await makeSsid(api, home);
    const { ssids } = api.deps.stores;
    const find = ssids.find.bind(ssids);
    Object.assign(ssids, {
      find: async (...asked: Parameters<typeof find>) => {
        const found = await find(...asked);
        await api.deps.mongo.models.networkSsids.deleteOne({ _id: id });
        return found;
      },
    });
    return await api.call('DELETE', `${SSIDS}/${id}`, { token: home.admin.token });
  } finally {
    await api.close();
  }
}

/** Errors of the SSID operations (docs/http.md#errors). */
export const SSID_ERROR_ROWS: readonly ErrorRow[] = [
  {
    status: 404,
    code: 1001,
    when: 'network not found by list_network_ssids',
    body: CODED,
    provoke: atHome(() => ['GET', '/v1/list_network_ssids', { query: { network_id: 999_999_999 } }]),
  },
  {
    status: 404,
    code: 1001,
    when: 'network not found by SSID create',
    body: CODED,
    provoke: atHome(() => [
      'POST',
      SSIDS,
      { body: { network_id: 999_999_999, network_ssid: { ssid_name: 'x' } } },
    ]),
  },
  ...(
    [
      ['show', 'GET', `${SSIDS}/999999999`],
      ['update', 'PUT', `${SSIDS}/999999999`],
      ['destroy', 'DELETE', `${SSIDS}/999999999`],
    ] as const
  ).map(([verb, method, path]): ErrorRow => ({
    status: 404,
    code: 1021,
    when: `SSID not found by SSID ${verb}`,
    body: CODED,
    provoke: atHome(() => [method, path, method === 'PUT' ? { body: { network_ssid: { nat: '1' } } } : {}]),
  })),
  {
    status: 422,
    code: 1022,
    when: 'SSID update failed validation',
    body: [...CODED, 'errors'],
    provoke: atSsid((id) => ['PUT', `${SSIDS}/${id}`, { body: { network_ssid: { nat: 'x' } } }]),
  },
  {
    status: 422,
    code: 1023,
    when: 'not router mode or DHCP server not enabled',
    body: CODED,
    provoke: atSsid((id) => [
      'PUT',
      `${SSIDS}/${id}/update_network_ssid`,
      { body: { network_ssid: { ssid_mode: '1' } } },
    ]),
  },
  {
    status: 422,
    code: 1024,
    when: 'SSID create failed validation',
    body: [...CODED, 'errors'],
    provoke: atHome(({ network }) => [
      'POST',
      SSIDS,
      { body: { network_id: network._id, network_ssid: { ssid_name: '' } } },
    ]),
  },
  { status: 422, code: 1025, when: 'SSID delete failed', body: CODED, provoke: deleteWhatIsGone },
];
