// The types of webauthn.js, which the server serves from a package (api/pages/assets.ts) and which has no exports.
import type * as WebAuthn from '@simplewebauthn/browser';

declare global {
  var SimpleWebAuthnBrowser: typeof WebAuthn;
}
