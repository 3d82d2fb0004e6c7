import { byId } from './dom.js';

/**
 * Asks before something is deleted; Escape and "Keep it" are no.
 * @param {string} question
 * @param {string} consequence
 * @returns {Promise<boolean>}
 */
export function confirmDeletion(question, consequence) {
  const dialog = byId('confirm', HTMLDialogElement);
  byId('confirm-title', HTMLElement).textContent = question;
  byId('confirm-text', HTMLElement).textContent = consequence;
  dialog.returnValue = 'cancel';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });
}

/**
 * Tells what came of something, on the page and to screen readers.
 * @param {string} text
 * @param {'good' | 'bad'} kind
 */
export function say(text, kind) {
  const place = byId('said', HTMLElement);
  place.className = `message ${kind}`;
  place.textContent = text;
}
