import { TOKENS } from '@boxyard/shared/domain/theme/tokens.ts';
import { type EmbeddedFont, embedFonts, type FontName } from './fonts.ts';

const LIGHT = TOKENS.light;

/** Paper is light; the colours are the product's own (design, Foundations: one source of tokens). */
export const COLOUR = {
  text: LIGHT.text,
  muted: LIGHT.textSecondary,
  hairline: LIGHT.border,
  line: LIGHT.outline,
  fill: LIGHT.page,
  alert: LIGHT.error,
} as const;

export interface TextStyle {
  readonly font: FontName;
  readonly size: number;
  /** Height of a line; at least 1.5 of the size, for the marks above and below Thai letters. */
  readonly leading: number;
  readonly color: string;
}

export const STYLE = {
  title: { font: 'bold', size: 18, leading: 27, color: COLOUR.text },
  name: { font: 'bold', size: 12, leading: 18, color: COLOUR.text },
  heading: { font: 'bold', size: 9, leading: 14, color: COLOUR.text },
  body: { font: 'regular', size: 9, leading: 14, color: COLOUR.text },
  strong: { font: 'bold', size: 9, leading: 14, color: COLOUR.text },
  total: { font: 'bold', size: 10.5, leading: 17, color: COLOUR.text },
  muted: { font: 'regular', size: 8, leading: 12.5, color: COLOUR.muted },
  small: { font: 'regular', size: 7.5, leading: 11.5, color: COLOUR.muted },
} as const satisfies Record<string, TextStyle>;

export interface StyledLine {
  readonly text: string;
  readonly style: TextStyle;
}

export interface LineAt {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly style: TextStyle;
  /** With a width, the text is placed in it. */
  readonly width?: number;
  readonly align?: 'left' | 'right' | 'center';
}

/** Sarabun's ascender and descender together, in sizes. */
const FONT_HEIGHT = 1.3;
const ASCENDER = 1.068;

/** Where letters stand in a line that begins at `y`. */
export function baselineOf(style: TextStyle, y: number): number {
  return y + (style.leading - style.size * FONT_HEIGHT) / 2 + style.size * ASCENDER;
}

const PART_SEPARATOR = '  ·  ';

const words = new Intl.Segmenter('th', { granularity: 'word' });
const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' });

const THAI_LETTER = /[\u0E01-\u0E4E]/;
/** Belongs to the word before, and may not begin a line even after a space. */
const REPEATS = /^\u0E46/;
/** May not begin a line where no space goes before. */
const CLOSES = /^[\u0E2F%,.;:!?)\]}”’»…]/;
/** May not end a line. */
const OPENS = /[([{“‘«฿]$/;

/** Control and format characters have no shape; U+200B would even print a box. */
const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}]/gu;

/** Measures, wraps and sets text; wrapping breaks Thai between words (toolchain, Documents). */
export class Ink {
  readonly doc: PDFKit.PDFDocument;
  readonly #fonts: Readonly<Record<FontName, EmbeddedFont>>;

  constructor(doc: PDFKit.PDFDocument) {
    this.doc = doc;
    this.#fonts = embedFonts(doc);
  }

  font(name: FontName): EmbeddedFont {
    return this.#fonts[name];
  }

  /** Drops what was kept of texts measured so far; a long report would keep every cell. */
  forget(): void {
    for (const font of Object.values(this.#fonts)) font.layoutCache = Object.create(null);
  }

  width(text: string, style: TextStyle): number {
    return this.#fonts[style.font].widthOfString(text, style.size);
  }

  /** The text as it can be printed: no control characters, a question mark for what has no shape. */
  clean(text: string): string {
    const plain = text
      .toWellFormed()
      .normalize('NFC')
      .replaceAll('\r\n', '\n')
      .replaceAll('\t', ' ')
      .replace(INVISIBLE, '');
    const { font } = this.#fonts.regular;
    return Array.from(plain, (char) => {
      if (char === '\n' || font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0)) return char;
      return '?';
    }).join('');
  }

  /** Breaks a text into lines no wider than `width`; always at least one. */
  wrap(text: string, style: TextStyle, width: number): string[] {
    return this.clean(text)
      .split('\n')
      .flatMap((paragraph) => this.#wrapParagraph(paragraph, style, width));
  }

  /** Texts that are not broken in themselves while they fit, as many on a line as fit. */
  wrapParts(parts: readonly string[], style: TextStyle, width: number): string[] {
    const lines: string[] = [];
    for (const part of parts) {
      const last = lines.at(-1);
      const together = last === undefined ? part : `${last}${PART_SEPARATOR}${part}`;
      if (last !== undefined && this.width(together, style) <= width) lines.splice(-1, 1, together);
      else lines.push(...this.wrap(part, style, width));
    }
    return lines;
  }

  /** One line for a text that must not be broken: set smaller rather than cut. */
  fit(text: string, style: TextStyle, width: number): StyledLine {
    const shown = this.clean(text).replaceAll('\n', ' ');
    const needed = this.width(shown, style);
    if (needed <= width) return { text: shown, style };
    return { text: shown, style: { ...style, size: (style.size * width) / needed } };
  }

  /** The pieces of a text between which a line may break. */
  pieces(text: string): string[] {
    return this.clean(text)
      .split('\n')
      .flatMap((paragraph) => breakable(paragraph))
      .map((piece) => piece.trim());
  }

  #wrapParagraph(paragraph: string, style: TextStyle, width: number): string[] {
    if (this.width(paragraph, style) <= width) return [paragraph.trimEnd()];
    const lines: string[] = [];
    let line = '';
    let used = 0;
    const take = (piece: string): void => {
      const needed = this.width(piece.trimEnd(), style);
      if (line !== '' && used + needed > width) {
        lines.push(line.trimEnd());
        line = '';
        used = 0;
      }
      // The space of a break belongs to neither line.
      const kept = line === '' ? piece.trimStart() : piece;
      line += kept;
      used += this.width(kept, style);
    };
    for (const piece of breakable(paragraph)) {
      if (this.width(piece.trimEnd(), style) <= width) take(piece);
      else for (const part of this.#splitLong(piece, style, width)) take(part);
    }
    lines.push(line.trimEnd());
    return lines;
  }

  /** A word wider than the line: broken after its own punctuation, else between characters. */
  #splitLong(piece: string, style: TextStyle, width: number): string[] {
    return piece.split(/(?<=[-/\\,_@.:])/).flatMap((part) => {
      if (this.width(part, style) <= width) return [part];
      const parts: string[] = [];
      let current = '';
      for (const { segment } of graphemes.segment(part)) {
        if (current !== '' && this.width(current + segment, style) > width) {
          parts.push(current);
          current = '';
        }
        current += segment;
      }
      return [...parts, current];
    });
  }

  /** Sets one line of already clean text; `y` is the top of the line. */
  line({ text, x, y, style, width, align = 'left' }: LineAt): void {
    if (text === '') return;
    const { doc } = this;
    let left = x;
    if (width !== undefined && align !== 'left') {
      const free = width - this.width(text, style);
      left += align === 'right' ? free : free / 2;
    }
    doc.font(style.font).fontSize(style.size).fillColor(style.color);
    doc.text(text, left, baselineOf(style, y), { lineBreak: false, baseline: 'alphabetic' });
  }

  /** Sets lines under each other and answers the height they took. */
  lines(texts: readonly string[], at: Omit<LineAt, 'text'>): number {
    texts.forEach((text, index) => {
      this.line({ ...at, text, y: at.y + index * at.style.leading });
    });
    return texts.length * at.style.leading;
  }

  rule({ x, y, width, color = COLOUR.hairline, thickness = 0.5 }: RuleAt): void {
    this.doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(thickness)
      .strokeColor(color)
      .stroke();
  }
}

export interface RuleAt {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly color?: string;
  readonly thickness?: number;
}

/** The pieces of a paragraph between which a line may break; spaces stay with what precedes them. */
function breakable(paragraph: string): string[] {
  const pieces: string[] = [];
  let current = '';
  for (const { segment } of words.segment(paragraph)) {
    if (current !== '' && mayBreak(current, segment)) {
      pieces.push(current);
      current = '';
    }
    current += segment;
  }
  if (current !== '') pieces.push(current);
  // A postal code does not stand on a line alone: it goes with its province.
  const [last, before] = [pieces.at(-1), pieces.at(-2)];
  if (before !== undefined && last !== undefined && /^\d{5}$/.test(last)) {
    pieces.splice(-2, 2, before + last);
  }
  return pieces;
}

function mayBreak(before: string, after: string): boolean {
  if (/^\s/.test(after) || REPEATS.test(after)) return false;
  if (/\s$/.test(before)) return true;
  if (CLOSES.test(after) || OPENS.test(before)) return false;
  return THAI_LETTER.test(before.slice(-1)) || THAI_LETTER.test(after.slice(0, 1));
}
