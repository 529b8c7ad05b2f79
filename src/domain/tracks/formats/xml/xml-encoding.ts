import { XmlError } from './xml-error'

const DECLARED_ENCODING =
  /^<\?xml\s[^>]*?\bencoding\s*=\s*(?:"([A-Za-z][\w.-]*)"|'([A-Za-z][\w.-]*)')/

/** Maximum bytes of an XML declaration, however it is spaced. */
const DECLARATION_BYTES = 1024

/**
 * Creates a strict decoder for the document: its byte order mark decides, then its declaration, then UTF-8.
 * @throws XmlError when the encoding is unknown, or its characters are declared as wider than they are.
 */
export function createXmlDecoder(bytes: Uint8Array): TextDecoder {
  const marked = markedEncoding(bytes)
  if (marked !== undefined) return new TextDecoder(marked, { fatal: true })
  const declared = declaredEncoding(bytes)
  if (declared === undefined) return new TextDecoder('utf-8', { fatal: true })
  const decoder = decoderFor(declared)
  if (decoder.encoding.startsWith('utf-16'))
    throw new XmlError(`declared as ${declared} but written in single bytes`)
  return decoder
}

/** Returns the encoding that is evident from the first bytes. */
export function markedEncoding(bytes: Uint8Array): string | undefined {
  const [first, second, third, fourth] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0 && second === 0x3c && third === 0) return 'utf-16be'
  if (first === 0x3c && second === 0 && fourth === 0) return 'utf-16le'
  return undefined
}

export function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_BYTES))
  const match = DECLARED_ENCODING.exec(head)
  return match?.[1] ?? match?.[2]
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label, { fatal: true })
  } catch (cause) {
    throw new XmlError(`unknown encoding ${label}`, { cause })
  }
}
