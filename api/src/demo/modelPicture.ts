import { drawPng, type Pixel } from '../documents/png.ts';

/** Colour of the cabinet, and what its window shows. */
export interface Cabinet {
  readonly colour: Pixel;
  /** Shelves; none where it has no window. */
  readonly shelves: number;
  readonly goods: readonly Pixel[];
}

const WHITE: Pixel = [255, 255, 255, 255];
const DARK: Pixel = [38, 44, 54, 255];
const GLASS: Pixel = [214, 230, 240, 255];
const SHELF: Pixel = [150, 166, 180, 255];

/** The front of a container at a point, both from 0 to 1. */
function pixelAt(x: number, y: number, { colour, shelves, goods }: Cabinet): Pixel {
  if (x < 0.14 || x > 0.86 || y < 0.03 || y > 0.97) return WHITE;
  // It stands on feet.
  if (y > 0.94) return x < 0.24 || x > 0.76 ? DARK : WHITE;
  const isPanel = x > 0.68 && x < 0.82;
  if (isPanel && y > 0.14 && y < 0.26) return DARK;
  if (isPanel && y > 0.34 && y < 0.5 && (y * 50) % 4 < 2 && (x * 60) % 3 < 2) return WHITE;
  if (x > 0.24 && x < 0.6 && y > 0.82 && y < 0.9) return DARK;
  const isWindow = x > 0.2 && x < 0.64 && y > 0.1 && y < 0.76;
  if (!isWindow || shelves === 0) return colour;
  const down = ((y - 0.1) / 0.66) * shelves;
  const across = ((x - 0.2) / 0.44) * goods.length;
  if (down % 1 > 0.9) return SHELF;
  const isGood = down % 1 > 0.3 && across % 1 > 0.18 && across % 1 < 0.82;
  const which = (Math.floor(across) + Math.floor(down)) % goods.length;
  return isGood ? (goods[which] ?? GLASS) : GLASS;
}

const drawn = (width: number, height: number, cabinet: Cabinet): string =>
  `data:image/png;base64,${drawPng({ width, height }, (x, y) =>
    pixelAt((x + 0.5) / width, (y + 0.5) / height, cabinet),
  ).toString('base64')}`;

/** A picture of a model, drawn here so that no file of another’s making is carried along. */
export const modelPicture = (cabinet: Cabinet) => ({
  picture: drawn(360, 480, cabinet),
  thumbnail: drawn(72, 96, cabinet),
});
