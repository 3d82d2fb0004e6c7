/** The file cannot be read, or is not JSON: there is one thing to say, and nothing in it has a path yet. */
export class UnreadableFleet extends Error {
  override readonly name = 'UnreadableFleet';
}
