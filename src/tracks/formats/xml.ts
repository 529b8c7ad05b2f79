import { SaxesParser } from 'saxes'
import type { Findings } from '@/tracks/findings'
import type { Track } from '@/tracks/track'
import { TrackError, type TrackErrorKind } from '@/tracks/track-error'
import { toPlainText } from './plain-text'
import type { XmlElement } from './xml-element'
import { createXmlDecoder } from './xml-encoding'
import { XmlEndedEarly, XmlError } from './xml-error'
import { XmlNames } from './xml-names'
import { scanXml } from './xml-scan'
import { checkLength, XmlWalk } from './xml-walk'

/** Large enough to keep calls rare, small enough that the decoded text never weighs. */
const CHUNK_BYTES = 65_536

/**
 * After so many bytes the engine is told to clear up: nearly all of what parsing makes is of no use at once, but left
 * alone hundreds of megabytes of it pile up. A multiple of the chunks; most files are smaller.
 */
const COLLECT_EVERY = 128 * CHUNK_BYTES

/** Where the parser, inaccessible to types, keeps what it has read of a text that has not ended. */
const UNFINISHED_TEXTS = ['text', 'name', 'entity', 'piTarget', 'openWakaBang']

export interface XmlOptions {
  /** Give `child` resolved names (see `XmlNames`) and refuse unbound prefixes; otherwise names as written. */
  readonly namespaces: boolean
  /** Reads the bytes in this way instead of looking for a byte order mark or a declaration. */
  readonly encoding?: 'utf-8'
  /** Takes prefixes that nothing declares, and characters that are none, as they come. */
  readonly isForgiving?: boolean
}

/** How a kind of documents is read. */
export interface XmlFormat extends XmlOptions {
  /**
   * Makes a reader of one document: what it wants to know, and what it makes of it in the end. With `findings` it
   * passes over what it would refuse, and notes it there.
   */
  readonly begin: (findings?: Findings) => { readonly document: XmlElement; finish: () => Track }
  /** What a document is refused with that is no well-formed XML. */
  readonly unreadable: TrackErrorKind
}

/**
 * What a reader makes of a document: by the scanner if it is plain, else as `readTolerantly`.
 * @throws TrackError `unreadable` where `parseXml` throws; whatever the reader throws passes through.
 */
export function readXml(bytes: Uint8Array, format: XmlFormat): Track {
  const reader = format.begin()
  if (scanXml(bytes, reader.document, format)) return reader.finish()
  return readTolerantly(bytes, format)
}

/** The same for every document that is well-formed, whatever it uses of XML. */
export function readTolerantly(bytes: Uint8Array, format: XmlFormat): Track {
  const reader = format.begin()
  try {
    parseXml(bytes, reader.document, format)
  } catch (error) {
    if (error instanceof XmlError) throw new TrackError(format.unreadable, { cause: error })
    throw error
  }
  return reader.finish()
}

/**
 * The same for a document that is refused for formal reasons: in another encoding than it says, with blanks in front,
 * with values that are none. One that ends in the middle is read up to there.
 * @throws TrackError `unreadable` when it is not well-formed; whatever the reader throws passes through.
 */
export function readForgivingly(bytes: Uint8Array, format: XmlFormat, findings: Findings): Track {
  const reader = format.begin(findings)
  const options = { namespaces: format.namespaces, encoding: 'utf-8', isForgiving: true } as const
  try {
    parseXml(toPlainText(bytes), reader.document, options)
  } catch (error) {
    if (error instanceof XmlEndedEarly) findings.isPart = true
    else if (error instanceof XmlError) throw new TrackError(format.unreadable, { cause: error })
    else throw error
  }
  return reader.finish()
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
  const { isForgiving = false } = options
  const walk = new XmlWalk(document, options.namespaces ? new XmlNames(isForgiving) : undefined)
  walk.attach(parser)
  const decoder = options.encoding
    ? new TextDecoder(options.encoding, { fatal: !isForgiving })
    : createXmlDecoder(bytes)
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    parser.write(decode(decoder, bytes.subarray(start, start + CHUNK_BYTES)))
    walk.checkText()
    if (start > 0 && start % COLLECT_EVERY === 0) Bun.gc(true)
    for (const unfinished of UNFINISHED_TEXTS) checkLength(String(Reflect.get(parser, unfinished)))
  }
  parser.write(decode(decoder))
  close(parser)
}

function close(parser: SaxesParser): void {
  try {
    parser.close()
  } catch (cause) {
    if (cause instanceof XmlError) throw new XmlEndedEarly(cause.message, { cause })
    throw cause
  }
}

/** Without bytes: what is left of a character that the last bytes began. */
function decode(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
  } catch (cause) {
    throw new XmlError('bytes do not match the encoding', { cause })
  }
}
