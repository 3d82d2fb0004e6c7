import { once } from 'node:events';
import { request, type Agent, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FuzzRequest } from './fuzz-request.js';

const TIMEOUT_MS = 15_000;

export interface FuzzAnswer {
  /** null when the connection closed without an answer. */
  readonly status: number | null;
  readonly type: string;
  readonly text: string;
  /** The time from the last byte of the request to the last byte of the answer. */
  readonly ms: number;
}

/** Sends one request unchanged. Never rejects: a missing answer has the status null. */
export async function sendRequest(url: string, asked: FuzzRequest, agent: Agent): Promise<FuzzAnswer> {
  const { hostname, port } = new URL(url);
  let started = performance.now();
  const sending = request({
    agent,
    hostname,
    port,
    method: asked.method,
    path: asked.path,
    headers: { ...asked.headers, ...(asked.body ? { 'content-length': asked.body.length } : {}) },
    timeout: TIMEOUT_MS,
  });
  sending.on('timeout', () => sending.destroy(new Error('No answer')));
  try {
    // The answer to an oversized body may arrive, and the connection close, before the body is sent.
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    answered.catch(() => undefined);
    sending.on('error', () => undefined);
    await sendBody(sending, asked);
    started = performance.now();
    const [response] = await answered;
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString() + response.rawHeaders.join('\n');
    const type = response.headers['content-type'] ?? '';
    return { status: response.statusCode ?? null, type, text, ms: performance.now() - started };
  } catch {
    return { status: null, type: '', text: '', ms: performance.now() - started };
  }
}

async function sendBody(sending: ReturnType<typeof request>, { body, pauseMs }: FuzzRequest): Promise<void> {
  if (body && pauseMs > 0) {
    const half = Math.floor(body.length / 2);
    sending.write(body.subarray(0, half));
    await wait(pauseMs);
    sending.end(body.subarray(half));
  } else sending.end(body ?? undefined);
}
