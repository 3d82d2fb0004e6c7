import { deflateSync, inflateSync } from 'node:zlib';
import { decryptText, encryptText, type EncryptedText, type KeyRing } from '../../platform/values/encrypt.js';

function contextOf(deviceId: number): string {
  return `openwisp_devices:${deviceId}:archive`;
}

/** Encrypts an archive, which has the keys of SSIDs. */
export function sealArchive(keys: KeyRing, deviceId: number, archive: Buffer): EncryptedText {
  return encryptText(keys, contextOf(deviceId), deflateSync(archive).toString('base64'));
}

/** @throws Error when no key of the ring decrypts it */
export function openArchive(keys: KeyRing, deviceId: number, sealed: EncryptedText): Buffer {
  return inflateSync(Buffer.from(decryptText(keys, contextOf(deviceId), sealed), 'base64'));
}

/** The same archive, encrypted with the newest key. */
export function sealArchiveAgain(keys: KeyRing, deviceId: number, sealed: EncryptedText): EncryptedText {
  return encryptText(keys, contextOf(deviceId), decryptText(keys, contextOf(deviceId), sealed));
}
