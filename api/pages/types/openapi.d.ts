// The parts of an OpenAPI document that the reference shows.
interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly required?: readonly string[];
  readonly items?: ApiSchema;
  readonly anyOf?: readonly ApiSchema[];
  readonly oneOf?: readonly ApiSchema[];
}

interface ApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: ApiSchema;
}

interface ApiContent {
  readonly [type: string]: { readonly schema: ApiSchema };
}

interface ApiResponse {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: ApiContent;
}

interface ApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly ApiParameter[];
  readonly requestBody?: { readonly content: ApiContent };
  readonly responses: Readonly<Record<string, ApiResponse>>;
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
}
