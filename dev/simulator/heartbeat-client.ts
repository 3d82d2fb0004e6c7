import * as http from 'node:http';
import * as https from 'node:https';
import type { FetchedDocument } from './device-configuration.js';
import type { Heartbeat, HeartbeatAnswer } from './heartbeat.js';

const PATH = '/device/v1/heartbeat';
const DOCUMENT_PATH = '/device/v1/configuration';
const TIMEOUT_MS = 15_000;

/** The response to a heartbeat, or the status of a refusal with its Retry-After. */
export type HeartbeatOutcome =
  | { readonly answer: HeartbeatAnswer }
  | { readonly answer: null; readonly status: number; readonly retryAfterS: number | null };

export interface HeartbeatClient {
  /** @throws the connection's error when there is no response */
  send(deviceKey: string, beat: Heartbeat): Promise<HeartbeatOutcome>;
  /** The device's document; null if there is none to apply. @throws the connection's error */
  fetchDocument(deviceKey: string, macId: string, known: string | null): Promise<FetchedDocument | null>;
  close(): void;
}

/** Sends heartbeats over at most `connections` keep-alive connections; further heartbeats wait for a free one. */
export function createHeartbeatClient(baseUrl: string, connections: number): HeartbeatClient {
  const url = new URL(PATH, baseUrl);
  const { request, Agent } = url.protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    send: (deviceKey, beat) =>
      new Promise((resolve, reject) => {
        const body = JSON.stringify(beat);
        const headers = {
          Authorization: `Bearer ${deviceKey}`,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
        };
        const sent = request(url, { method: 'POST', agent, headers, timeout: TIMEOUT_MS }, (response) => {
          readText(response).then((text) => {
            resolve(outcome(response, text));
          }, reject);
        });
        sent.once('timeout', () => sent.destroy(new Error('the heartbeat timed out')));
        sent.once('error', reject);
        sent.end(body);
      }),
    fetchDocument: (deviceKey, macId, known) =>
      new Promise((resolve, reject) => {
        const address = new URL(`${DOCUMENT_PATH}?mac_id=${macId}`, baseUrl);
        const headers = {
          Authorization: `Bearer ${deviceKey}`,
          ...(known === null ? {} : { 'If-None-Match': `W/"${known}"` }),
        };
        const sent = request(address, { agent, headers, timeout: TIMEOUT_MS }, (response) => {
          readText(response).then((text) => {
            const isDocument = response.statusCode === 200;
            resolve(isDocument ? (JSON.parse(text) as FetchedDocument) : null);
          }, reject);
        });
        sent.once('timeout', () => sent.destroy(new Error('the fetch timed out')));
        sent.once('error', reject);
        sent.end();
      }),
    close: () => {
      agent.destroy();
    },
  };
}

async function readText(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function outcome(response: http.IncomingMessage, text: string): HeartbeatOutcome {
  if (response.statusCode === 200) return { answer: JSON.parse(text) as HeartbeatAnswer };
  const retryAfterS = Number(response.headers['retry-after'] ?? Number.NaN);
  return {
    answer: null,
    status: response.statusCode ?? 0,
    retryAfterS: Number.isFinite(retryAfterS) ? retryAfterS : null,
  };
}
