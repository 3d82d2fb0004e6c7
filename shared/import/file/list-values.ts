import { endOfValue, JSON_BYTES, skipSpace } from '../domain/json-bytes.js';
import type { ByteWindow } from './byte-window.js';

/**
 * The values of the list that the window stands before, as they are written, in their order; as many at a time as
 * lie in the window. They are valid only until the next are asked for.
 * @throws UnreadableFleet when the list is not JSON
 */
export async function* listValues(window: ByteWindow): AsyncGenerator<Buffer[]> {
  await window.expect(JSON_BYTES.OPEN_LIST, 'where a list begins');
  if (await window.takes(JSON_BYTES.CLOSE_LIST)) return;
  let afterValue = false;
  for (;;) {
    const values: Buffer[] = [];
    for (;;) {
      const at = skipSpace(window.bytes, window.from, window.to);
      window.from = at;
      if (at === window.to) break;
      if (afterValue) {
        window.from += 1;
        if (window.bytes[at] === JSON_BYTES.CLOSE_LIST) {
          yield values;
          return;
        }
        if (window.bytes[at] !== JSON_BYTES.COMMA) throw window.notJson('a comma is expected in a list');
        afterValue = false;
        continue;
      }
      const end = endOfValue(window.bytes, at, window.to);
      if (end === at) throw window.notJson('a value is expected in a list');
      if (end < 0) break;
      values.push(window.bytes.subarray(at, end));
      window.from = end;
      afterValue = true;
    }
    if (values.length > 0) yield values;
    if (!(await window.more())) throw window.notJson('the file ends in the middle of a list');
  }
}
