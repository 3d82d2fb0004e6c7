import { deflateSync, inflateSync } from 'node:zlib';
import { decryptText, encryptText, type EncryptedText, type KeyRing } from '../../platform/values/encrypt.js';
import type { UcentralConfig } from '../domain/config/ucentral-config.js';

/** What the encryption of a device's configuration is bound to. */
export function configContext(deviceId: number): string {
  return `ucentral_devices:${deviceId}:config`;
}

/** Encrypts a configuration, which has the keys of SSIDs. */
export function sealConfig(keys: KeyRing, deviceId: number, config: UcentralConfig): EncryptedText {
  const deflated = deflateSync(JSON.stringify(config)).toString('base64');
  return encryptText(keys, configContext(deviceId), deflated);
}

/** @throws Error when no key of the ring decrypts it */
export function openConfig(keys: KeyRing, deviceId: number, sealed: EncryptedText): UcentralConfig {
  const deflated = decryptText(keys, configContext(deviceId), sealed);
  return JSON.parse(inflateSync(Buffer.from(deflated, 'base64')).toString('utf8')) as UcentralConfig;
}
