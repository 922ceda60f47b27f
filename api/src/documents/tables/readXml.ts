/** A piece of XML, as it stands in the text. */
export type XmlPiece =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: string }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** The five entities of XML and characters by number; nothing else is an entity here. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{1,5});/gi, (all, what: string) => {
    if (!what.startsWith('#')) return NAMED[what] ?? all;
    const isHex = /^#x/i.test(what);
    const code = Number.parseInt(what.slice(isHex ? 2 : 1), isHex ? 16 : 10);
    // What no database keeps as text.
    const isNone = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
    return isNone ? '\uFFFD' : String.fromCodePoint(code);
  });
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Where a construct that begins at `from` ends: behind `mark`. */
function behind(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from);
  if (found < 0) throw new SyntaxError('XML that does not end');
  return found + mark.length;
}

/**
 * Reads XML piece by piece, in one pass. Prefixes of names are dropped; entities cannot be defined:
 * a document type is refused (they unfold into gigabytes, or read other files).
 * @throws SyntaxError when it is no XML
 */
export function* readXml(xml: string): Generator<XmlPiece> {
  let at = 0;
  for (;;) {
    const open = xml.indexOf('<', at);
    if (open < 0) return;
    if (open > at) yield { kind: 'text', text: decoded(xml.slice(at, open)) };
    if (xml.startsWith('<!--', open)) at = behind(xml, '-->', open + 4);
    else if (xml.startsWith('<?', open)) at = behind(xml, '?>', open + 2);
    else if (xml.startsWith('<![CDATA[', open)) {
      at = behind(xml, ']]>', open + 9);
      yield { kind: 'text', text: xml.slice(open + 9, at - 3) };
    } else if (xml.startsWith('<!', open)) throw new SyntaxError('a document type');
    else {
      at = behind(xml, '>', open);
      yield* tag(xml.slice(open + 1, at - 1));
    }
  }
}

function* tag(inside: string): Generator<XmlPiece> {
  if (inside.startsWith('/')) {
    yield { kind: 'close', name: withoutPrefix(inside.slice(1).trim()) };
    return;
  }
  const alone = inside.endsWith('/');
  const text = alone ? inside.slice(0, -1) : inside;
  const space = text.search(/\s/);
  const name = withoutPrefix(space < 0 ? text : text.slice(0, space));
  yield { kind: 'open', name, attributes: space < 0 ? '' : text.slice(space) };
  if (alone) yield { kind: 'close', name };
}

/** The value of an attribute, with or without a prefix. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return found ? decoded(found[1] ?? found[2] ?? '') : undefined;
}
