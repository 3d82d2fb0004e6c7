/** The request of an account, and the network address that it comes from. */
export interface Place {
  readonly requestId: string | null;
  readonly address: string;
}
