import { readCapabilities } from '../../shared/ucentral/domain/config/capabilities.js';
import type { UcentralConfig } from '../../shared/ucentral/domain/config/ucentral-config.js';
import type { Sending } from '../../shared/ucentral/domain/config-turn.js';
import type { JsonObject } from '../../shared/ucentral/domain/frame.js';
import { openConfig, sealConfig } from '../../shared/ucentral/operations/sealed-config.js';
import type { Command, Effect } from '../../shared/ucentral/domain/session-events.js';
import { isStoreFailure } from '../../shared/platform/mongo/store-failure.js';
import { emptyConfig } from '../../shared/ucentral/domain/to-config.js';
import type { UpgradeStep } from '../../shared/ucentral/domain/upgrade-step.js';
import { toStored } from '../../shared/ucentral/operations/begin-session.js';
import type { SessionRef } from '../../shared/ucentral/stores/ucentral-device-store.js';
import type { GatewayDeps } from '../deps.js';

type Deps = Pick<GatewayDeps, 'stores' | 'env' | 'failpoint'>;

/** The record of a connected device. Saves are written one after the other. */
export class DeviceRecord {
  private saving: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly deps: Deps,
    private readonly ref: SessionRef,
  ) {}

  /** Resolves when nothing is being saved. */
  async settled(): Promise<void> {
    await this.saving;
  }

  /** False when another connection owns the device. */
  saveUpgrade(upgrade: UpgradeStep | null, nextRpcId: number): Promise<boolean> {
    const { stores, failpoint } = this.deps;
    return this.inTurn(async () => {
      const isOwner = await stores.ucentralDevices.saveUpgrade(this.ref, toStored(upgrade), nextRpcId);
      await failpoint('upgrade-step-saved');
      return isOwner;
    });
  }

  /** False when another connection owns the device. */
  saveConfig(
    { saved, writes }: Extract<Effect, { kind: 'saveConfig' }>,
    nextRpcId: number,
  ): Promise<boolean> {
    const { stores, env, failpoint } = this.deps;
    const seal = (config: UcentralConfig) => sealConfig(env.encryptionKeys, this.ref.deviceId, config);
    const { trial, running } = writes;
    const sealed = {
      ...(trial === undefined ? {} : { trial: trial && seal(trial) }),
      ...(running ? { running: seal(running) } : {}),
    };
    return this.inTurn(async () => {
      const isOwner = await stores.ucentralDevices.saveConfig(this.ref, saved, sealed, nextRpcId);
      await failpoint('configuration-step-saved');
      return isOwner;
    });
  }

  /** What is sent to the device. */
  async commandOf(sending: Sending, macId: string, capabilities: JsonObject): Promise<Command> {
    if (sending.kind === 'ping') return { id: sending.id, method: 'ping', params: {} };
    const { id, uuid } = sending;
    const config =
      typeof sending.config === 'string'
        ? await this.kept(sending.config, macId, capabilities)
        : sending.config;
    return { id, method: 'configure', params: { uuid, when: 0, config: { uuid, ...config } } };
  }

  /** What the device ran, or a configuration without SSIDs. */
  private async kept(
    which: 'running' | 'empty',
    macId: string,
    capabilities: JsonObject,
  ): Promise<UcentralConfig> {
    const { stores, env } = this.deps;
    const sealed = which === 'running' ? await stores.ucentralDevices.runningConfig(this.ref) : null;
    return sealed
      ? openConfig(env.encryptionKeys, this.ref.deviceId, sealed)
      : emptyConfig(macId, macId, readCapabilities(capabilities));
  }

  /** A save that fails is made once more: it may have been stored all the same, and only what is known to be stored is sent. */
  private inTurn<T>(save: () => Promise<T>): Promise<T> {
    const saved = this.saving.then(save).catch((error: unknown) => {
      if (!isStoreFailure(error)) throw error;
      return save();
    });
    this.saving = saved.catch(() => undefined);
    return saved;
  }
}
