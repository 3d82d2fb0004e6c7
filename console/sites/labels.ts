/** A text beside a mark of the map, in pixels. */
export interface Label {
  readonly text: string;
  readonly x: number;
  /** The baseline of the text. */
  readonly y: number;
}

interface Mark {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const MARK_RADIUS = 6;
const MAX_LABELS = 60;
const LONGEST = 28;
/** A wide estimate for the font of the map. */
const LETTER = 7.5;
const LINE = 16;
const GAP = 4;
const LETTERS = new Intl.Segmenter();

/** The labels that fit, those of the first marks first: none leaves the map or covers a mark or another label. */
export function labelsOf(marks: readonly Mark[], width: number): readonly Label[] {
  const taken: Box[] = marks.map(({ x, y }) => around(x, y, MARK_RADIUS));
  const labels: Label[] = [];
  for (const { x, y, text } of marks) {
    if (labels.length === MAX_LABELS) break;
    const shown = shortened(text);
    const length = shown.length * LETTER;
    const free = [x + MARK_RADIUS + GAP, x - MARK_RADIUS - GAP - length]
      .map((left) => ({ left, right: left + length, top: y - LINE / 2, bottom: y + LINE / 2 }))
      .find((box) => box.left >= 0 && box.right <= width && !taken.some((other) => overlap(box, other)));
    if (!free) continue;
    taken.push(free);
    labels.push({ text: shown, x: free.left, y: free.bottom - GAP });
  }
  return labels;
}

function shortened(text: string): string {
  const letters = Array.from(LETTERS.segment(text), ({ segment }) => segment);
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : text;
}

const around = (x: number, y: number, radius: number): Box => {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
};

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
