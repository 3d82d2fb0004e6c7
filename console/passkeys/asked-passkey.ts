import type * as WebAuthnLibrary from '@simplewebauthn/browser';
import { ApiError } from '../api/api-error';

type WebAuthn = typeof WebAuthnLibrary;

export function hasPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function';
}

/**
 * What a passkey answers; its library is loaded when it is needed.
 * @throws ApiError that says why there is no answer
 */
export async function askedPasskey<Answer extends { readonly clientExtensionResults: unknown }>(
  ask: (library: WebAuthn) => Promise<Answer>,
): Promise<Omit<Answer, 'clientExtensionResults'>> {
  const library = await import('@simplewebauthn/browser');
  // The service reads no extensions.
  const { clientExtensionResults: _results, ...answer } = await ask(library).catch((error: unknown) => {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    // The browser has one error for a person who cancels, and for no passkey at hand.
    if (name === 'NotAllowedError') throw new ApiError('No passkey was used', 0);
    if (name === 'InvalidStateError') throw new ApiError('This authenticator has a passkey of yours', 0);
    throw new ApiError(message, 0);
  });
  return answer;
}
