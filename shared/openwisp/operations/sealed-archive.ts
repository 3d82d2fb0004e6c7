import { deflateSync, inflateSync } from 'node:zlib';
import { decryptText, encryptText, type EncryptedText, type KeyRing } from '../../platform/values/encrypt.js';

/** What the encryption of a device's archive is bound to. */
export function archiveContext(deviceId: number): string {
  return `openwisp_devices:${deviceId}:archive`;
}

/** Encrypts an archive, which has the keys of SSIDs. */
export function sealArchive(keys: KeyRing, deviceId: number, archive: Buffer): EncryptedText {
  return encryptText(keys, archiveContext(deviceId), deflateSync(archive).toString('base64'));
}

/** @throws Error when no key of the ring decrypts it */
export function openArchive(keys: KeyRing, deviceId: number, sealed: EncryptedText): Buffer {
  return inflateSync(Buffer.from(decryptText(keys, archiveContext(deviceId), sealed), 'base64'));
}
