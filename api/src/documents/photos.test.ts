import { withoutMetadata } from './photos.ts';

const segment = (marker: number, text: string): Buffer => {
  const body = Buffer.from(text, 'latin1');
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};
const frame = segment(0xc0, '\x08\x00\x10\x00\x10\x01\x01\x11\x00');
const scan = Buffer.concat([
  segment(0xda, '\x01\x01\x00\x00\x3f\x00'),
  // A zero and a restart behind 0xff belong to the data.
  Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
]);
const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);

it('leaves of a JPEG the picture alone', () => {
  const jfif = segment(0xe0, 'JFIF\0\x01\x01');
  const sent = Buffer.concat([
    START,
    jfif,
    segment(0xe1, 'Exif\0\0GPS 13.7563 N'),
    segment(0xed, 'Photoshop'),
    segment(0xfe, 'a comment'),
    frame,
    scan,
    END,
    Buffer.from('<script>behind it</script>'),
  ]);
  expect(withoutMetadata(sent, 'image/jpeg')).toEqual(
    Buffer.concat([START, jfif, frame, scan, END]),
  );
});

const chunk = (name: string, text: string): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(text.length);
  return Buffer.concat([size, Buffer.from(name + text, 'latin1'), Buffer.alloc(4)]);
};

it('leaves of a PNG the picture alone', () => {
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const [head, data, end] = [chunk('IHDR', '0'.repeat(13)), chunk('IDAT', 'x'), chunk('IEND', '')];
  const sent = [signature, head, chunk('eXIf', 'GPS'), chunk('tEXt', 'who'), data, end];
  expect(withoutMetadata(Buffer.concat([...sent, Buffer.from('more')]), 'image/png')).toEqual(
    Buffer.concat([signature, head, data, end]),
  );
});

it.each([
  ['a segment longer than the file', Buffer.concat([START, Buffer.from([0xff, 0xe1, 0xff, 0xff])])],
  ['no end of the picture', Buffer.concat([START, frame, scan])],
  ['nothing but a beginning', START],
  ['no marker', Buffer.concat([START, Buffer.from('abcdef')])],
])('refuses a JPEG with %s', (_what, content) => {
  expect(() => withoutMetadata(content, 'image/jpeg')).toThrow('PHOTO_TYPE');
});
