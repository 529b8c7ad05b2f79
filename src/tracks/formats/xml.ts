import { SaxesParser } from 'saxes'
import type { XmlElement } from './xml-element'
import { createXmlDecoder } from './xml-encoding'
import { XmlError } from './xml-error'
import { XmlNames } from './xml-names'
import { checkLength, XmlWalk } from './xml-walk'

/** Large enough to keep calls rare, small enough that the decoded text never weighs. */
const CHUNK_BYTES = 65_536

/** Where the parser, inaccessible to types, keeps what it has read of a text that has not ended. */
const UNFINISHED_TEXTS = ['text', 'name', 'entity', 'piTarget', 'openWakaBang']

export interface XmlOptions {
  /** Give `child` resolved names (see `XmlNames`) and refuse unbound prefixes; otherwise names as written. */
  readonly namespaces: boolean
  /** Reads the bytes in this way instead of looking for a byte order mark or a declaration. */
  readonly decoder?: TextDecoder
}

/**
 * Reads a whole document; `document.child` is asked for the root element.
 * @throws XmlError when the document is not well-formed (up to its last byte), is nested too deeply or uses an
 *   entity other than the five of XML; whatever the functions of the reader throw passes through.
 */
export function parseXml(bytes: Uint8Array, document: XmlElement, options: XmlOptions): void {
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('error', (cause) => {
    throw new XmlError(cause.message, { cause })
  })
  const walk = new XmlWalk(document, options.namespaces ? new XmlNames() : undefined)
  walk.attach(parser)
  const decoder = options.decoder ?? createXmlDecoder(bytes)
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    parser.write(decode(decoder, bytes.subarray(start, start + CHUNK_BYTES)))
    walk.checkText()
    for (const unfinished of UNFINISHED_TEXTS) checkLength(String(Reflect.get(parser, unfinished)))
  }
  parser.write(decode(decoder))
  parser.close()
}

/** Without bytes: what is left of a character that the last bytes began. */
function decode(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
  } catch (cause) {
    throw new XmlError('bytes do not match the encoding', { cause })
  }
}
