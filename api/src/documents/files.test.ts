import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { checkUpload, contentDisposition, displayFileName } from './files.ts';
import { renderTestPng } from './pdf/testPng.ts';
import { xlsxStream } from './tables/xlsx.ts';

const png = renderTestPng({ width: 4, height: 3 });
const pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from('ffc0001108000000000301110002110003110 0'.replace(/ /g, ''), 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const app = Buffer.from('ffe000104a46494600010100000100010000', 'hex');
  return Buffer.concat([Buffer.from('ffd8', 'hex'), app, frame, Buffer.from('ffd9', 'hex')]);
}

function zipOf(entries: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream as Readable);
}

describe('upload check', () => {
  it('names the kind by content and gives size and hash', async () => {
    expect(await checkUpload(png)).toMatchObject({
      mime: 'image/png',
      ext: 'png',
      size: png.length,
    });
    expect(await checkUpload(jpeg(640, 480))).toMatchObject({ mime: 'image/jpeg', ext: 'jpg' });
    const checked = await checkUpload(Readable.from([pdf.subarray(0, 5), pdf.subarray(5)]));
    expect(checked).toMatchObject({ mime: 'application/pdf', ext: 'pdf', size: pdf.length });
    expect(checked.sha256).toBe(createHash('sha256').update(pdf).digest('hex'));
    expect(checked.content.equals(pdf)).toBe(true);
  });

  it('takes a workbook that this product wrote', async () => {
    const columns = [{ key: 'a', label: 'A', type: 'text' as const }];
    const book = await buffer(xlsxStream({ lang: 'en', name: 'x', columns }, [{ a: '1' }]));
    expect(await checkUpload(book)).toMatchObject({ ext: 'xlsx' });
  });

  it.each([
    ['a script', Buffer.from('#!/bin/sh\nrm -rf /')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['SVG', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a Windows program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600)])],
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1')],
    ['text before a PDF', Buffer.concat([Buffer.from('hello '), pdf])],
    ['a JPEG that ends in its first segment', Buffer.from('ffd8ffe000104a46', 'hex')],
    ['a PNG that ends in its header', png.subarray(0, 20)],
  ])('refuses %s with 415', async (_name, content) => {
    await expect(checkUpload(content)).rejects.toMatchObject({
      statusCode: 415,
      code: 'FILE_TYPE',
    });
  });

  it('refuses a plain zip and a workbook with macros', async () => {
    const type = (name: string) =>
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      `<Override PartName="/xl/workbook.xml" ContentType="application/${name}.main+xml"/></Types>`;
    const macros = { '[Content_Types].xml': type('vnd.ms-excel.sheet.macroEnabled') };
    await expect(checkUpload(await zipOf({ 'a.txt': 'x' }))).rejects.toMatchObject({
      statusCode: 415,
    });
    await expect(checkUpload(await zipOf(macros))).rejects.toMatchObject({ statusCode: 415 });
  });

  it('refuses more than 10 MB with 413, without reading on', async () => {
    let sent = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      for (;;) {
        sent += 1;
        yield Buffer.alloc(1024 * 1024);
      }
    }
    await expect(checkUpload(Readable.from(endless()))).rejects.toMatchObject({
      statusCode: 413,
      code: 'FILE_TOO_LARGE',
    });
    expect(sent).toBeLessThan(40);
    const large = Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)]);
    await expect(checkUpload(large)).rejects.toMatchObject({ statusCode: 413 });
  });

  it('refuses an empty file, and pictures that unfold beyond measure', async () => {
    await expect(checkUpload(Buffer.alloc(0))).rejects.toMatchObject({ code: 'FILE_EMPTY' });
    const bomb = Buffer.from(png);
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    await expect(checkUpload(bomb)).rejects.toMatchObject({
      statusCode: 413,
      code: 'IMAGE_TOO_LARGE',
    });
    await expect(checkUpload(jpeg(60_000, 60_000))).rejects.toMatchObject({
      code: 'IMAGE_TOO_LARGE',
    });
  });
});

describe('names', () => {
  it.each([
    ['ใบเสนอราคา.pdf', 'ใบเสนอราคา.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\Users\\a\\quote.exe', 'quote.pdf'],
    ['in\u202Efdp.voice.pdf', 'infdp.voice.pdf'],
    ['a"b\r\n.pdf', 'ab.pdf'],
    ['.pdf', 'file.pdf'],
    ['', 'file.pdf'],
    ['ก'.repeat(300), `${'ก'.repeat(100)}.pdf`],
  ])('shows %j as %j', (name, shown) => {
    expect(displayFileName(name, 'pdf')).toBe(shown);
  });

  it('sends a Thai name in the download header', () => {
    expect(contentDisposition('attachment', 'ใบ "1".pdf')).toBe(
      'attachment; filename="__ _1_.pdf"; filename*=UTF-8\'\'%E0%B9%83%E0%B8%9A%20%221%22.pdf',
    );
  });
});
