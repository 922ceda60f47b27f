import { drawPng, type Pixel } from '../documents/png.ts';

const PAPER: Pixel = [255, 255, 255, 255];
const INK: Pixel = [58, 68, 82, 255];
const STEEL: Pixel = [168, 180, 192, 255];

/** Colour at a point; both run from -1 to 1 around the middle. */
type Drawing = (x: number, y: number) => Pixel;

const inBox = (x: number, y: number, [width, height]: readonly [number, number]): boolean =>
  Math.abs(x) < width && Math.abs(y) < height;
const angleOf = (x: number, y: number): number => (Math.atan2(y, x) / (2 * Math.PI) + 1) % 1;

/** A toothed wheel with its bore: what turns something. */
const wheel =
  (teeth: number, colour: Pixel): Drawing =>
  (x, y) => {
    const distance = Math.hypot(x, y);
    const edge = (angleOf(x, y) * teeth) % 1 < 0.5 ? 0.82 : 0.66;
    if (distance < 0.2 || distance > edge) return PAPER;
    return distance < 0.34 ? STEEL : colour;
  };

/** Blades in a frame. */
const fan =
  (blades: number, colour: Pixel): Drawing =>
  (x, y) => {
    if (!inBox(x, y, [0.84, 0.84])) return PAPER;
    const distance = Math.hypot(x, y);
    if (distance > 0.78) return INK;
    if (distance < 0.2) return INK;
    return ((angleOf(x, y) + distance * 0.18) * blades) % 1 < 0.55 ? colour : PAPER;
  };

/** A board with chips and a row of contacts. */
const board =
  (colour: Pixel): Drawing =>
  (x, y) => {
    if (!inBox(x, y, [0.82, 0.62])) return PAPER;
    if (y > 0.5) return Math.abs(x * 10) % 1 < 0.55 ? [214, 178, 84, 255] : colour;
    const isChip = inBox(x + 0.35, y + 0.1, [0.26, 0.24]) || inBox(x - 0.4, y + 0.2, [0.2, 0.16]);
    if (isChip) return INK;
    return y > 0.2 && y < 0.26 ? STEEL : colour;
  };

/** A case with two terminals. */
const box =
  (colour: Pixel): Drawing =>
  (x, y) => {
    if (inBox(x - 0.4, y + 0.6, [0.12, 0.12]) || inBox(x + 0.4, y + 0.6, [0.12, 0.12])) return INK;
    if (!inBox(x, y - 0.1, [0.74, 0.58])) return PAPER;
    return y < -0.24 ? STEEL : colour;
  };

/** Turns of a wire, a pipe or a spring. */
const turns =
  (colour: Pixel): Drawing =>
  (x, y) => {
    if (!inBox(x, y, [0.84, 0.5])) return PAPER;
    const wave = Math.sin(x * 11) * 0.34;
    return Math.abs(y - wave) < 0.11 + 0.16 * Math.abs(Math.cos(x * 11)) ? colour : PAPER;
  };

/** A round piece with a slot: coins, locks, valves. */
const disc =
  (colour: Pixel): Drawing =>
  (x, y) => {
    const distance = Math.hypot(x, y);
    if (distance > 0.8) return PAPER;
    if (distance > 0.68) return INK;
    return inBox(x, y, [0.08, 0.42]) ? INK : colour;
  };

/** A panel in its frame. */
const panel =
  (colour: Pixel): Drawing =>
  (x, y) => {
    if (!inBox(x, y, [0.56, 0.84])) return PAPER;
    if (!inBox(x, y, [0.44, 0.72])) return INK;
    return Math.abs(x + y) < 0.08 ? PAPER : colour;
  };

/** A bottle with its label. */
const bottle =
  (colour: Pixel): Drawing =>
  (x, y) => {
    if (inBox(x, y + 0.74, [0.16, 0.12])) return INK;
    if (!inBox(x, y - 0.12, [0.4, 0.72])) return PAPER;
    return inBox(x, y - 0.16, [0.4, 0.26]) ? STEEL : colour;
  };

/** What the parts of a sub-category look like; those without a drawing have no picture. */
const DRAWINGS: Readonly<Record<string, Drawing>> = {
  MOTOR: wheel(12, [64, 110, 170, 255]),
  POWER: box([210, 120, 50, 255]),
  WIRE: turns([200, 70, 60, 255]),
  SENS: disc([120, 90, 170, 255]),
  COMP: box([70, 130, 150, 255]),
  FAN: fan(5, [70, 150, 180, 255]),
  GAS: turns([190, 120, 60, 255]),
  SPIRAL: turns([130, 140, 155, 255]),
  DRIVE: wheel(20, [120, 128, 140, 255]),
  LOCK: disc([190, 165, 80, 255]),
  CASH: disc([222, 184, 66, 255]),
  CARD: panel([60, 90, 150, 255]),
  BOARD: board([46, 128, 84, 255]),
  HMI: panel([70, 120, 190, 255]),
  PANEL: panel([160, 196, 214, 255]),
  LIGHT: panel([240, 214, 110, 255]),
  CARE: bottle([84, 160, 120, 255]),
};

const drawn = (drawing: Drawing, side: number): string =>
  `data:image/png;base64,${drawPng({ width: side, height: side }, (x, y) =>
    drawing(((x + 0.5) / side) * 2 - 1, ((y + 0.5) / side) * 2 - 1),
  ).toString('base64')}`;

const pictures = new Map(
  Object.entries(DRAWINGS).map(([sub, drawing]) => [
    sub,
    { picture: drawn(drawing, 240), thumbnail: drawn(drawing, 80) },
  ]),
);

/**
 * A picture of a part, drawn here so that no file of another's making is carried along.
 * @param sub code of its sub-category
 */
export const partPicture = (sub: string) => pictures.get(sub);
