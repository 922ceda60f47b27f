import PDFDocument from 'pdfkit';
import type { DocumentLang, DocumentWatermark } from '../model.ts';
import { baselineOf, COLOUR, Ink, STYLE, type TextStyle } from './ink.ts';
import { WATERMARK_TEXTS } from './texts.ts';

export interface PdfPageOptions {
  readonly lang: DocumentLang;
  readonly layout: 'portrait' | 'landscape';
  readonly title: string;
  readonly author: string;
  /** Given, not taken from the machine: the same model gives the same file. */
  readonly createdAt: Date;
}

/** A document without pages, margins or surprises: everything on it is placed by hand. */
export function newPdf(options: PdfPageOptions): Ink {
  const doc = new PDFDocument({
    size: 'A4',
    layout: options.layout,
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: options.lang === 'th' ? 'th-TH' : 'en-GB',
    displayTitle: true,
    info: {
      Title: options.title,
      Author: options.author,
      Creator: 'Boxyard',
      Producer: 'Boxyard',
      CreationDate: options.createdAt,
    },
  });
  return new Ink(doc);
}

const WATERMARK_ANGLE = -38;

/** Goes under the text of a page, so that nothing on it becomes harder to read. */
export function drawWatermark(ink: Ink, kind: DocumentWatermark): void {
  const { doc } = ink;
  const text = WATERMARK_TEXTS[kind];
  const isPending = kind === 'draft' || kind === 'preview';
  const color = isPending ? COLOUR.line : COLOUR.alert;
  const base: TextStyle = { font: 'bold', size: 100, leading: 160, color };
  const { width, height } = doc.page;
  // As large as the diagonal allows, whatever the words.
  const size = Math.min(84, (width * 0.98 * 100) / ink.width(text, base));
  const style = { ...base, size, leading: size * 1.6 };
  doc.save();
  doc.opacity(isPending ? 0.18 : 0.15);
  doc.rotate(WATERMARK_ANGLE, { origin: [width / 2, height / 2] });
  ink.line({ text, x: 0, y: (height - style.leading) / 2, width, align: 'center', style });
  doc.restore();
  doc.opacity(1);
}

const LOGO_BYTES = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
] as const;

/** pdfkit's own, missing in its types: reads the file once, for its size and for drawing. */
export interface ImageOpener {
  openImage(
    file: Buffer,
  ): PDFKit.Mixins.ImageSrc & { readonly width: number; readonly height: number };
}

export interface LogoBox {
  readonly logo: Uint8Array;
  readonly x: number;
  readonly y: number;
  readonly maxWidth: number;
  readonly maxHeight: number;
  /** In the middle of the box and on its foot, as a signature stands on its line. */
  readonly isOnFoot?: boolean;
}

/**
 * Draws a logo or a signature inside its box and answers the width it took. A file that is no readable picture is
 * left out: a broken logo must not keep an order from being printed.
 */
export function drawLogo(ink: Ink, { logo, ...box }: LogoBox): number {
  const isPicture = LOGO_BYTES.some((magic) => magic.every((byte, at) => logo[at] === byte));
  if (!isPicture) return 0;
  try {
    const image = (ink.doc as unknown as ImageOpener).openImage(Buffer.from(logo));
    const scale = Math.min(box.maxWidth / image.width, box.maxHeight / image.height);
    const [width, height] = [image.width * scale, image.height * scale];
    const x = box.isOnFoot ? box.x + (box.maxWidth - width) / 2 : box.x;
    const y = box.isOnFoot ? box.y + box.maxHeight - height : box.y;
    ink.doc.image(image, x, y, { width, height });
    return width;
  } catch {
    return 0;
  }
}

export interface FootAt {
  readonly ink: Ink;
  readonly margin: number;
  readonly y: number;
  readonly left: readonly string[];
  readonly right: string;
}

/** The hairline and the small print at the foot of a page. */
export function drawFoot({ ink, margin, y, left, right }: FootAt): void {
  const width = ink.doc.page.width - 2 * margin;
  ink.rule({ x: margin, y, width });
  ink.lines(left, { x: margin, y: y + 5, style: STYLE.small });
  ink.line({ text: right, x: margin, y: y + 5, width, align: 'right', style: STYLE.small });
}

interface FormReference {
  end(content: string): void;
}

/** pdfkit's own, missing in its types: objects of the file, and the forms a page may draw. */
interface FormMaker {
  ref(data: object): FormReference;
  readonly page: { readonly xobjects: Record<string, FormReference> };
  addContent(operators: string): void;
}

/**
 * A text that is known only when all pages are written: each page draws one shared form, whose
 * content comes last. So pages can leave before their number is known.
 */
export class DeferredText {
  readonly #ink: Ink;
  readonly #style: TextStyle;
  readonly #maker: FormMaker;
  readonly #form: FormReference;

  constructor(ink: Ink, style: TextStyle) {
    this.#ink = ink;
    this.#style = style;
    this.#maker = ink.doc as unknown as FormMaker;
    const font = ink.font(style.font);
    this.#form = this.#maker.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, -style.leading, 100, style.leading],
      Resources: { Font: { [font.id]: font.ref() } },
    });
  }

  /** Reserves the place on the current page; `y` is the top of the line. */
  draw(x: number, y: number): void {
    this.#maker.page.xobjects.Late = this.#form;
    const baseline = baselineOf(this.#style, y);
    this.#maker.addContent(`q 1 0 0 -1 ${x.toFixed(2)} ${baseline.toFixed(2)} cm /Late Do Q`);
  }

  settle(text: string): void {
    const font = this.#ink.font(this.#style.font);
    const [codes] = font.encode(text);
    const rgb = [1, 3, 5]
      .map((at) => Number.parseInt(this.#style.color.slice(at, at + 2), 16) / 255)
      .map((part) => part.toFixed(3));
    this.#form.end(
      `${rgb.join(' ')} rg BT /${font.id} ${this.#style.size} Tf <${codes.join('')}> Tj ET`,
    );
  }
}
