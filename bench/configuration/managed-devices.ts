import { PATHS } from '../../api/paths.js';
import { benchDeviceKey } from '../fleet/fleet-plan.js';
import { heartbeatOf, type Device } from '../load/heartbeat-requests.js';
import type { WireRequest } from '../load/http-load.js';

/** What a simulated device does with documents. */
interface Managed {
  readonly device: Device;
  /** What it runs; null: nothing. */
  revision: string | null;
  /** What it has fetched, and will report as applied. */
  fetched: string | null;
  isTold: boolean;
}

/** Devices that report their configuration, fetch what they are offered, and apply it at once. */
export class ManagedDevices {
  private readonly all: readonly Managed[];
  private turn = 0;

  constructor(devices: readonly Device[]) {
    this.all = devices.map((device) => ({ device, revision: null, fetched: null, isTold: false }));
  }

  /** Heartbeats of one device after the other, which report what they run and fetch nothing. */
  readonly heartbeats = (): WireRequest => this.heartbeat(this.next());

  /** Fetches of one device after the other. @param answered called with each document */
  fetches(answered: (status: number, text: string) => void): () => WireRequest {
    return () => ({ ...this.fetch(this.next()), answered });
  }

  /**
   * Requests until every device runs what it is to run: a heartbeat, a fetch, and a heartbeat. Null once all do, or while
   * the last ones wait for their answers. A device that is offered a document fetches and reports it next, as devices do; one
   * that waits for a canary sends its next heartbeat after the others.
   */
  untilInSync(): () => WireRequest | null {
    const waiting = [...this.all];
    let first = 0;
    for (const managed of waiting) managed.isTold = false;
    const offered: Managed[] = [];
    return () => {
      const managed = offered.pop() ?? waiting[first++];
      if (!managed) return null;
      const again = (): number => (managed.isTold ? offered : waiting).push(managed);
      if (managed.isTold && managed.fetched === null) {
        const answered = (status: number, text: string): void => {
          if (status === 200) managed.fetched = revisionIn(text);
          else managed.isTold = false;
          again();
        };
        return { ...this.fetch(managed), answered };
      }
      const applies = managed.fetched !== null;
      if (applies) [managed.revision, managed.fetched] = [managed.fetched, null];
      const answered = (_status: number, text: string): void => {
        managed.isTold = text.includes('"fetch":true');
        if (!applies || managed.isTold) again();
      };
      return { ...this.heartbeat(managed), answered };
    };
  }

  /** Makes the first device the canary of an edit, which it refuses. @throws Error when it is not offered the edit */
  async refuseFirst(url: string): Promise<void> {
    const [managed] = this.all;
    if (!managed) throw new Error('There is no device');
    const send = async ({ method, path, bearer, body }: WireRequest): Promise<string> => {
      const headers = { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' };
      const response = await fetch(new URL(path, url), {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return response.text();
    };
    for (let tries = 0; tries < 100; tries += 1) {
      if ((await send(this.heartbeat(managed))).includes('"fetch":true')) {
        const attempted = revisionIn(await send(this.fetch(managed)));
        const error = { code: 'apply', message: '' };
        await send(this.heartbeat(managed, { state: 'failed', attempted, attempt: 1, error }));
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('The first device is not offered the edit');
  }

  private next(): Managed {
    const managed = this.all[this.turn % this.all.length];
    if (!managed) throw new Error('There is no device');
    this.turn += 1;
    return managed;
  }

  private heartbeat({ device, revision }: Managed, more: object = {}): WireRequest {
    const state = revision === null ? null : 'applied';
    const request = heartbeatOf(device, device.firmwareVersion);
    return { ...request, body: { ...request.body, configuration: { revision, state, ...more } } };
  }

  private fetch({ device: { _id, macId } }: Managed): WireRequest {
    const path = `${PATHS.fetchConfiguration[0][1]}?mac_id=${macId}`;
    return { method: 'GET', path, bearer: benchDeviceKey(_id) };
  }
}

function revisionIn(text: string): string | null {
  return /"revision":"([0-9a-f]{64})"/.exec(text)?.[1] ?? null;
}
