const DIFFERENCES: readonly (readonly [RegExp, string])[] = [
  [
    /^inserting _id with type null via (insertOne|insertMany|bulkWrite)$/,
    'the driver replaces an _id of null with an ObjectId',
  ],
  [
    /^(InsertMany|BulkWrite|FindOneAnd\w+|Aggregate with \$out) passes bypassDocumentValidation: false$/,
    'the driver sends bypassDocumentValidation only when it is true',
  ],
];

/** Why the driver cannot pass a test whatever the server answers; the driver's own suite skips these tests, too. */
export function driverDiffers(description: string): string | undefined {
  return DIFFERENCES.find(([pattern]) => pattern.test(description))?.[1];
}
