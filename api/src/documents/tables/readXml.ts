import sax from 'sax';

export interface XmlHandlers {
  /** Names come without their prefixes; attributes are found by `attributeOf`. */
  open?(name: string, attributes: XmlAttributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

export type XmlAttributes = Readonly<Record<string, string>>;

/**
 * Only the five entities of XML (the option is missing in the library's types). Positions are needed
 * for the library's limit of 64 KB on names and values of attributes.
 */
const OPTIONS = { position: true, strictEntities: true } as sax.SAXOptions;

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML as it arrives. Entities cannot be defined: a document type is refused, since entities
 * unfold into gigabytes or read other files. What a handler throws ends the reading.
 * @throws SyntaxError when it is no XML
 */
export async function readXml(
  content: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
): Promise<void> {
  const parser = sax.parser(true, OPTIONS);
  parser.onerror = (error) => {
    throw new SyntaxError(error.message);
  };
  parser.ondoctype = () => {
    throw new SyntaxError('a document type');
  };
  parser.onopentag = ({ name, attributes }) => {
    handlers.open?.(withoutPrefix(name), attributes as XmlAttributes);
  };
  parser.onclosetag = (name) => handlers.close?.(withoutPrefix(name));
  parser.ontext = (text) => handlers.text?.(text);
  parser.oncdata = (text) => handlers.text?.(text);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const write = (text: string) => {
    if (text !== '') parser.write(text);
  };
  let isEmpty = true;
  for await (const piece of content) {
    isEmpty = false;
    write(decoded(() => decoder.decode(piece, { stream: true })));
  }
  if (isEmpty) return;
  write(decoded(() => decoder.decode()));
  parser.close();
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new SyntaxError('text that is no UTF-8');
  }
}

/** The value of an attribute, with or without a prefix. */
export function attributeOf(attributes: XmlAttributes, name: string): string | undefined {
  if (Object.hasOwn(attributes, name)) return attributes[name];
  const prefixed = Object.keys(attributes).find((key) => withoutPrefix(key) === name);
  return prefixed === undefined ? undefined : attributes[prefixed];
}
