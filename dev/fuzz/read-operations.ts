export type JsonSchema = Readonly<Record<string, unknown>>;

/** An operation of the API document: one method of one path. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** All parameters of path, query and body, by name; not headers. */
  readonly parameters: Readonly<Record<string, JsonSchema>>;
  readonly pathParameters: readonly string[];
  /** Request headers that it takes. */
  readonly headers: readonly string[];
  /** Whether devices call it with their keys. */
  readonly isDevice: boolean;
}

interface Described {
  readonly operationId: string;
  readonly security: readonly Record<string, unknown>[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** The name in a reference to a schema. */
const nameOf = ({ $ref }: JsonSchema): string => String($ref).replace('#/components/schemas/', '');

/** Reads the operations of the served API document. */
export function readOperations(document: unknown): Operation[] {
  const { paths, components } = document as Document;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const parameters = described.parameters.filter((one) => one.in !== 'header');
      const schema = described.requestBody?.content['application/json']?.schema;
      const body = schema && components.schemas[nameOf(schema)]?.['properties'];
      return {
        id: described.operationId,
        method: method.toUpperCase(),
        path,
        parameters: {
          ...Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
          ...(body as Record<string, JsonSchema> | undefined),
        },
        pathParameters: described.parameters.filter((one) => one.in === 'path').map(({ name }) => name),
        headers: described.parameters.filter((one) => one.in === 'header').map(({ name }) => name),
        isDevice: described.security.some((one) => 'deviceKey' in one),
      };
    }),
  );
}
