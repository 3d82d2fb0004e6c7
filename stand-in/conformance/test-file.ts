export type Document = Record<string, unknown>;

export interface Requirement {
  readonly minServerVersion?: string;
  readonly maxServerVersion?: string;
  readonly topologies?: readonly string[];
  readonly serverless?: string;
  readonly auth?: boolean;
  readonly csfle?: unknown;
  readonly serverParameters?: Document;
}

export interface ExpectedError {
  readonly isClientError?: boolean;
  readonly errorContains?: string;
  readonly errorCode?: number;
  readonly errorCodeName?: string;
  readonly errorLabelsContain?: readonly string[];
  readonly errorLabelsOmit?: readonly string[];
  readonly errorResponse?: Document;
  readonly expectResult?: Document;
}

export interface Operation {
  readonly name: string;
  readonly object: string;
  readonly arguments?: Document;
  readonly expectResult?: unknown;
  readonly expectError?: ExpectedError;
  readonly saveResultAsEntity?: string;
  readonly ignoreResultAndError?: boolean;
}

export interface ExpectedEvents {
  readonly client: string;
  readonly eventType?: string;
  readonly ignoreExtraEvents?: boolean;
  readonly events: readonly Record<string, Document>[];
}

export interface CollectionData {
  readonly collectionName: string;
  readonly databaseName: string;
  readonly documents: Document[];
  readonly createOptions?: Document;
}

export interface TestCase {
  readonly description: string;
  readonly skipReason?: string;
  readonly runOnRequirements?: readonly Requirement[];
  readonly operations: readonly Operation[];
  readonly expectEvents?: readonly ExpectedEvents[];
  readonly outcome?: readonly CollectionData[];
}

/** A file in MongoDB's unified test format. */
export interface TestFile {
  readonly description: string;
  readonly runOnRequirements?: readonly Requirement[];
  readonly createEntities?: readonly Record<string, Document>[];
  readonly initialData?: readonly CollectionData[];
  readonly tests: readonly TestCase[];
}

/** The test needs a feature that this runner or this server does not have. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}
