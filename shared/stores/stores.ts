import type { Models } from '../models/models.js';
import { createDeviceStore, type DeviceStore } from './device-store.js';
import { createIdSource, type IdSource } from './ids.js';
import { createSessionStore, type SessionStore } from './session-store.js';

/** Everything that queries. */
export interface Stores {
  readonly ids: IdSource;
  readonly devices: DeviceStore;
  readonly sessions: SessionStore;
}

/** Binds the stores to one connection's models; no I/O. */
export function createStores(models: Models): Stores {
  return {
    ids: createIdSource(models),
    devices: createDeviceStore(models),
    sessions: createSessionStore(models),
  };
}
