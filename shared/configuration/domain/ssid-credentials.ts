import type { Word } from './meanings.js';

type Credential = 'none' | 'psk' | 'password' | 'radius';

/** What a client proves itself by. A password is a key that cannot be 64 hexadecimal digits. */
export const CREDENTIALS: Readonly<Record<Word<'security_mode'>, Credential>> = {
  open: 'none',
  'wpa-wpa2-psk': 'psk',
  'wpa2-psk': 'psk',
  'wpa2-eap': 'radius',
  'wpa3-sae': 'password',
  'wpa2-psk-wpa3-sae': 'password',
  'wpa3-eap': 'radius',
  owe: 'none',
};

const HEX_KEY = /^[0-9a-f]{64}$/i;

/** What a key is by its form; `psk_type` has the same words. */
export function formOfKey(key: string): Word<'psk_type'> {
  return HEX_KEY.test(key) ? 'hex' : 'passphrase';
}
