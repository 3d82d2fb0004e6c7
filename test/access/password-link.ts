import { postForm } from '../browser/web-session.js';
import type { Client, Reply } from '../fixtures/api.js';

export interface ShownLink {
  readonly url: string;
}

/** The secret in the fragment of a link. */
export function secretOf(link: ShownLink | null | undefined): string {
  return link?.url.split('#')[1] ?? '';
}

/** Submits the form behind a link. */
export function submitPassword(api: Client, code: string, password: string): Promise<Reply> {
  return postForm(api, '/password', { code, password });
}

/** Sets a password at a link, as its user does. @returns the password */
export async function setPassword(api: Client, link: ShownLink | null | undefined): Promise<string> {
  const password = 'three cold lighthouses';
  const reply = await submitPassword(api, secretOf(link), password);
  if (reply.status !== 200) throw new Error(`Setting a password gave ${reply.status}: ${reply.text}`);
  return password;
}
