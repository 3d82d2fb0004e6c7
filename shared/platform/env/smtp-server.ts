import { isMailbox } from '../values/email.js';

/** The server that sends the mails of the installation. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; without it, by STARTTLS where the server offers it. */
  readonly tls: boolean;
  /** Whether nothing is sent without TLS: a password crosses a network. */
  readonly requiresTls: boolean;
  readonly login: { readonly user: string; readonly password: string } | null;
}

/** The sender of mails. */
export interface MailAddress {
  /** Empty without one. */
  readonly name: string;
  readonly address: string;
}

const SUBMISSION = 587;
const SUBMISSION_TLS = 465;
const LOOPBACK: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];

/** Parses `smtp://[user:password@]host[:port]`, or `smtps://…` for TLS from the start; null for anything else. */
export function parseSmtpUrl(text: string): SmtpServer | null {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  if (hostname === '' || search !== '' || hash !== '' || !['', '/'].includes(pathname)) return null;
  const login = readLogin(username, password);
  if (login === undefined) return null;
  const tls = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (tls ? SUBMISSION_TLS : SUBMISSION) : Number(port),
    tls,
    requiresTls: login !== null && !LOOPBACK.includes(hostname),
    login,
  };
}

/** Null without a user; undefined when the percent-encoding is broken, or one of the two is missing. */
function readLogin(username: string, password: string): SmtpServer['login'] | undefined {
  if (username === '' && password === '') return null;
  if (username === '' || password === '') return undefined;
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}

/** A name, without the characters that end a header or a quoted text, and an address. */
const NAMED = /^([^<>"\\\p{Cc}]{0,100})<([^<>]+)>$/u;

/** Parses `address` or `Name <address>`; null for anything else. */
export function parseMailAddress(text: string): MailAddress | null {
  const trimmed = text.trim();
  const [, name = '', inBrackets] = NAMED.exec(trimmed) ?? [];
  const address = inBrackets ?? trimmed;
  return isMailbox(address) ? { name: name.trim(), address } : null;
}

/** The origin of a URL such as `https://fleet.example.com`; null for anything else. */
export function parseOrigin(text: string): string | null {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return null;
  const { origin, pathname, search, hash, username, password } = new URL(text);
  const isBare = pathname === '/' && search === '' && hash === '' && username === '' && password === '';
  return isBare ? origin : null;
}
