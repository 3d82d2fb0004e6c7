const NUMBER = String.raw`[+-]?\d{1,3}(?:\.\d+)?`;
/** A comma alone separates numbers with a decimal point only: "48,137" may be one number. */
const BETWEEN = String.raw`(?:\s*[,;]?\s+|;|(?<=\.\d+°?),)`;
const PAIR = new RegExp(String.raw`^\s*\(?(${NUMBER})°?${BETWEEN}(${NUMBER})°?\)?\s*$`);

/** The latitude and longitude in a text such as "48.1371, 11.5754", as maps copy them; null for another text. */
export function coordinatesIn(
  text: string,
): { readonly latitude: string; readonly longitude: string } | null {
  const [, latitude, longitude] = PAIR.exec(text) ?? [];
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude };
}
