import { byId } from './dom.js';
import './webauthn.js';

const { browserSupportsWebAuthn, startAuthentication } = globalThis.SimpleWebAuthnBrowser;

const button = byId('passkey', HTMLButtonElement);
const refusal = byId('passkey-refusal', HTMLElement);
const form = /** @type {HTMLFormElement} */ (button.form);

/** @param {string} name */
const hidden = (name) => String(new FormData(form).get(name) ?? '');

/**
 * @param {string} path
 * @param {object} content
 */
async function post(path, content) {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(content) });
  const body = await response.json();
  if (!response.ok) throw new Error(body.msg);
  return body.data;
}

async function signIn() {
  // After a password the page has what passkeys are asked for; a passkey alone is asked for a challenge of its own.
  const asked = hidden('passkeys');
  const options =
    asked === '' ? (await post('/v1/session/passkey', {})).challenge.passkey : JSON.parse(asked);
  const assertion = await startAuthentication({ optionsJSON: options });
  await post('/v1/session/second_factor', { challenge: options.challenge, assertion });
  location.assign(hidden('next'));
}

button.hidden = !browserSupportsWebAuthn();
button.addEventListener('click', () => {
  refusal.hidden = true;
  button.disabled = true;
  signIn().catch((/** @type {Error} */ error) => {
    // The browser has one error for a person who cancels, and for no passkey at hand.
    const isUnused = error.name === 'NotAllowedError';
    refusal.textContent = isUnused ? 'No passkey was used.' : error.message;
    refusal.hidden = false;
    button.disabled = false;
    button.focus();
  });
});
