import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export type FontName = 'regular' | 'bold';

const FILES: Readonly<Record<FontName, string>> = {
  regular: '@expo-google-fonts/sarabun/400Regular/Sarabun_400Regular.ttf',
  bold: '@expo-google-fonts/sarabun/600SemiBold/Sarabun_600SemiBold.ttf',
};

const require = createRequire(import.meta.url);
const loaded = new Map<FontName, Buffer>();

function fontFile(name: FontName): Buffer {
  let file = loaded.get(name);
  if (!file) {
    file = readFileSync(require.resolve(FILES[name]));
    loaded.set(name, file);
  }
  return file;
}

/** The part of pdfkit's embedded font that reading text back depends on; not in its types. */
export interface EmbeddedFont {
  readonly id: string;
  /** Every text ever measured; grows without end unless emptied. */
  layoutCache: object;
  /** The font's object in the file. */
  ref(): unknown;
  readonly font: { hasGlyphForCodePoint(codePoint: number): boolean };
  /** From glyphs of the font to codes in the file. */
  readonly subset: { readonly mapping: Readonly<Record<number, number>> };
  /** By code in the file: the text it stands for. */
  readonly unicode: (readonly number[])[];
  layout(text: string): { readonly glyphs: readonly { readonly id: number }[] };
  widthOfString(text: string, size: number): number;
  encode(text: string, features?: unknown): [codes: string[], positions: unknown];
}

/** Registers both weights and gives access to each for measuring. */
export function embedFonts(doc: PDFKit.PDFDocument): Readonly<Record<FontName, EmbeddedFont>> {
  const embed = (name: FontName): EmbeddedFont => {
    doc.registerFont(name, fontFile(name));
    doc.font(name);
    const { _font: font } = doc as unknown as { readonly _font: EmbeddedFont };
    makeReadable(font);
    return font;
  };
  return { regular: embed('regular'), bold: embed('bold') };
}

const SARA_AA = 0x0e32;
const NIKHAHIT = 0x0e4d;
const SARA_AM = 'ำ';
/** Consonants with and without an ascender, before which the marks have other shapes. */
const BASES = ['ก', 'ป', 'ฝ', 'ฟ', 'ฬ'] as const;
const TONES = [0x0e48, 0x0e49, 0x0e4a, 0x0e4b, 0x0e4c] as const;

/**
 * The font draws ำ as a ring and an า, and a ring with a tone as one glyph. pdfkit lets each glyph
 * stand for the text it was first met in, so that a PDF with น้ำ would read back as น้ำา, or
 * without a single า. Here those glyphs stand for what they show: ำ reads back as ํ and า, which
 * Unicode holds equal to it (NFKC).
 */
function makeReadable(font: EmbeddedFont): void {
  const readings = ringReadings(font);
  const { encode } = font;
  font.encode = (text, features) => {
    const encoded = encode.call(font, text, features);
    for (const [id, reading] of readings) {
      const code = font.subset.mapping[id];
      if (code !== undefined) font.unicode[code] = reading;
    }
    return encoded;
  };
}

function ringReadings(font: EmbeddedFont): ReadonlyMap<number, readonly number[]> {
  const readings = new Map<number, readonly number[]>();
  const glyphsOf = (text: string): readonly { readonly id: number }[] => font.layout(text).glyphs;
  for (const base of BASES) {
    for (const tone of TONES) {
      const [, mark, ...others] = glyphsOf(base + String.fromCodePoint(tone) + SARA_AM);
      // One mark before the า: tone and ring in one glyph.
      if (mark && others.length === 1) readings.set(mark.id, [tone, NIKHAHIT]);
    }
    const [, ring] = glyphsOf(base + SARA_AM);
    if (ring) readings.set(ring.id, [NIKHAHIT]);
  }
  const [aa] = glyphsOf(String.fromCodePoint(SARA_AA));
  if (aa) readings.set(aa.id, [SARA_AA]);
  return readings;
}
