import { byId } from './dom.js';

/** Answers the last question. @type {(yes: boolean) => void} */
let answer = () => undefined;

/**
 * Asks before something is deleted; Escape and "Keep it" are no. A new question answers an open one with no.
 * @param {string} question
 * @param {string} consequence
 * @returns {Promise<boolean>}
 */
export function confirmDeletion(question, consequence) {
  answer(false);
  const dialog = byId('confirm', HTMLDialogElement);
  byId('confirm-title', HTMLElement).textContent = question;
  byId('confirm-text', HTMLElement).textContent = consequence;
  dialog.returnValue = 'cancel';
  if (!dialog.open) dialog.showModal();
  return new Promise((resolve) => {
    answer = resolve;
    dialog.onclose = () => {
      // The browser reports a close late: this question may have opened since the last one closed.
      if (!dialog.open) resolve(dialog.returnValue === 'yes');
    };
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
