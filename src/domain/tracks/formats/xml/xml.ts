import { SaxesParser } from 'saxes'
import { describeMalformed } from '@/domain/tracks/formats/malformed'
import { toPlainText } from '@/domain/tracks/formats/text/plain-text'
import { ReadingWarnings } from '@/domain/tracks/reading-warnings'
import type { Track } from '@/domain/tracks/track'
import { TrackError, type TrackErrorKind } from '@/domain/tracks/track-error'
import type { XmlElement } from './xml-element'
import { createXmlDecoder } from './xml-encoding'
import { XmlEndedEarly, XmlError } from './xml-error'
import { XmlNames } from './xml-namespaces'
import { scanXml } from './xml-scan'
import { GrowingText, XmlWalk } from './xml-walk'

/** Large enough for few calls, small enough that the decoded text needs little memory. */
const CHUNK_BYTES = 65_536

/**
 * Bytes after which the garbage collector is called: nearly everything that parsing allocates is garbage at once, but
 * hundreds of megabytes accumulate otherwise. A multiple of the chunk size; most files are smaller.
 */
const COLLECT_EVERY = 128 * CHUNK_BYTES

/** Private fields of the parser that contain the text of an unfinished construct. */
const UNFINISHED_TEXTS = ['text', 'name', 'entity', 'piTarget', 'openWakaBang']

export interface XmlOptions {
  /**
   * Passes resolved names to `child` (see `XmlNames`) and rejects undeclared prefixes; otherwise names are passed as
   * written.
   */
  readonly namespaces: boolean
  /** Decodes the bytes with this encoding instead of looking for a byte order mark or a declaration. */
  readonly encoding?: 'utf-8'
  /** Accepts undeclared prefixes and invalid characters. */
  readonly isForgiving?: boolean
}

/** How to read a kind of document. */
export interface XmlFormat extends XmlOptions {
  /**
   * Creates a reader for one document: its handlers, and its result. `report` counts what the reader skips. A forgiving
   * reader also skips what it would otherwise reject.
   */
  readonly begin: (
    report: ReadingWarnings,
    isForgiving: boolean,
  ) => {
    readonly document: XmlElement
    finish: () => Track
  }
  /** The error for a document that is not well-formed. */
  readonly unreadable: TrackErrorKind
}

/**
 * Reads a document with the scanner if it is plain, otherwise with `readTolerantly`.
 * @throws TrackError `unreadable` where `parseXml` throws; errors of the reader are passed on
 */
export function readXml(bytes: Uint8Array, format: XmlFormat): Track {
  const report = new ReadingWarnings()
  const reader = format.begin(report, false)
  if (scanXml(bytes, reader.document, format)) return withWarnings(reader.finish(), report)
  return readTolerantly(bytes, format)
}

/** Reads any well-formed document, whatever features of XML it uses. */
export function readTolerantly(bytes: Uint8Array, format: XmlFormat): Track {
  const report = new ReadingWarnings()
  const reader = format.begin(report, false)
  try {
    parseXml(bytes, reader.document, format)
  } catch (error) {
    if (error instanceof XmlError) throw unreadable(format, error)
    throw error
  }
  return withWarnings(reader.finish(), report)
}

/** Returns the track with the warnings of its reader. */
export function withWarnings(track: Track, { warnings }: ReadingWarnings): Track {
  return warnings.length > 0
    ? { ...track, warnings: [...(track.warnings ?? []), ...warnings] }
    : track
}

/**
 * Reads a document with formal errors: another encoding than declared, leading blanks, invalid values. A truncated
 * document is read up to its end.
 * @throws TrackError `unreadable` when it is not well-formed; errors of the reader are passed on
 */
export function readForgivingly(
  bytes: Uint8Array,
  format: XmlFormat,
  findings: ReadingWarnings,
): Track {
  const reader = format.begin(findings, true)
  const options = { namespaces: format.namespaces, encoding: 'utf-8', isForgiving: true } as const
  try {
    parseXml(toPlainText(bytes), reader.document, options)
  } catch (error) {
    if (error instanceof XmlEndedEarly) findings.isPart = true
    else if (error instanceof XmlError) throw unreadable(format, error)
    else throw error
  }
  return reader.finish()
}

/** A document that ends too early is truncated instead of malformed. */
const unreadable = (format: XmlFormat, error: XmlError): TrackError =>
  new TrackError(format.unreadable, {
    cause: error,
    remedy:
      error instanceof XmlEndedEarly ? undefined : describeMalformed(error.message, error.line),
  })

/**
 * Reads a whole document. `document.child` is called with the root element.
 * @throws XmlError when the document is not well-formed (up to its last byte), is nested too deeply or uses an entity
 * that XML does not predefine; errors of the reader are passed on.
 */
export function parseXml(bytes: Uint8Array, document: XmlElement, options: XmlOptions): void {
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('error', (cause) => {
    throw new XmlError(cause.message, { cause })
  })
  try {
    parseWith(parser, bytes, { document, options })
  } catch (error) {
    if (error instanceof XmlError) error.line ??= parser.line
    throw error
  }
}

function parseWith(
  parser: SaxesParser,
  bytes: Uint8Array,
  { document, options }: { document: XmlElement; options: XmlOptions },
): void {
  const { isForgiving = false } = options
  const walk = new XmlWalk(document, options.namespaces ? new XmlNames(isForgiving) : undefined)
  walk.attach(parser)
  const decoder = options.encoding
    ? new TextDecoder(options.encoding, { fatal: !isForgiving })
    : createXmlDecoder(bytes)
  const unfinished = UNFINISHED_TEXTS.map((name) => [name, new GrowingText()] as const)
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    parser.write(decode(decoder, bytes.subarray(start, start + CHUNK_BYTES)))
    walk.checkText()
    if (start > 0 && start % COLLECT_EVERY === 0) Bun.gc(true)
    for (const [name, growing] of unfinished)
      growing.check(String(Reflect.get(parser, name)), walk.maxLength)
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

/** Without bytes, returns the rest of a character that the last bytes began. */
function decode(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
  } catch (cause) {
    throw new XmlError('bytes do not match the encoding', { cause })
  }
}
