import type { Handler } from './context.js';

export const explainCommands: Readonly<Record<string, Handler>> = {};
