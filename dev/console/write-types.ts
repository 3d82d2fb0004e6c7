import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { ENDPOINTS } from '../../api/endpoints.js';
import { openApiDocument } from '../../api/openapi/document.js';

/** A setting with a default may be left out of a request. */
const OPTIONS = { defaultNonNullable: false };

/** Writes the types of the API document for the console, unless those of the same document are there. */
const file = join(import.meta.dirname, '../../../console/api/schema.d.ts');
const document = JSON.stringify(openApiDocument(ENDPOINTS, 'types'));
const header = `// Generated from the API document (${createHash('sha256')
  .update(document + JSON.stringify(OPTIONS))
  .digest('hex')}).\n`;
if (!existsSync(file) || !readFileSync(file, 'utf8').startsWith(header))
  writeFileSync(file, header + astToString(await openapiTS(document, OPTIONS)));
