/** A running store. After `stop` or `kill` it can be started again on the same port with the same data. */
export interface StoreHandle {
  readonly port: number;
  stop(): Promise<void>;
  /** Sends SIGKILL to all of its processes. */
  kill(): Promise<void>;
  /** Sends SIGSTOP to all of its processes: connections stay open and are not answered. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

export interface StoreOptions {
  /** The data folder, created if missing. A MongoDB and a Redis may share it. */
  readonly dataDir: string;
  /** Whether written data survives a crash of the machine. False in tests. */
  readonly durable: boolean;
  /** Whether MongoDB's test commands, such as fail points, are enabled. */
  readonly testCommands?: boolean;
  /** The port to listen on; by default that of the last start, else any. */
  readonly port?: number;
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
}

/** Options with the environment of this process as default. */
export type StartOptions = Omit<StoreOptions, 'env'> & Partial<Pick<StoreOptions, 'env'>>;
