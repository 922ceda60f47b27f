import type { Tone } from '../machine/machine.ts';

type Palette = Readonly<Record<Tone | 'panel', string>>;

const partsOf = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** `share` of a colour, the rest of another; both as `#rrggbb`. */
export function mixColors(color: string, other: string, share: number): string {
  const others = partsOf(other);
  const mixed = partsOf(color).map((part, at) =>
    Math.round(part * share + (others[at] ?? 0) * (1 - share)),
  );
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const HUES: readonly Tone[] = ['processing', 'warning', 'success', 'neutral', 'error'];

/** The tone of a series whose colour means nothing. */
export const toneAt = (at: number): Tone => HUES[at % HUES.length] ?? 'neutral';

/**
 * Colours of tones. Those of the same tone are told apart by lightness, so that colour-blind readers can
 * follow: each further one is paler.
 */
export function tonedColors(tones: readonly Tone[], palette: Palette): string[] {
  return tones.map((tone, index) => {
    const before = tones.slice(0, index).filter((one) => one === tone).length;
    return before === 0
      ? palette[tone]
      : mixColors(palette[tone], palette.panel, Math.max(25, 100 - before * 45) / 100);
  });
}

/**
 * Shade of a region by its value: one hue from pale to full, so that it is read by lightness alone. The
 * root keeps small ones apart where one is far above all others.
 */
export function shadeOf(value: number, most: number, palette: Palette): string {
  if (value <= 0 || most <= 0) return palette.panel;
  return mixColors(palette.processing, palette.panel, 0.15 + 0.85 * Math.sqrt(value / most));
}
