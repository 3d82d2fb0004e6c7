import { linesText } from '../../platform/values/texts.js';

/** What people write about a device: text of several lines, which may be empty. */
export const notesText = linesText(1000).allow('');
