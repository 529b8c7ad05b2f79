import { markedEncoding } from './xml/xml-encoding'

/** The formats of recordings. */
export const FORMATS = [
  'gpx',
  'tcx',
  'kml',
  'kmz',
  'fit',
  'igc',
  'pwx',
  'suunto',
  'polar',
  'hrm',
  'goldencheetah',
  'slf',
  'moveslink',
  'peloton',
] as const
export type Format = (typeof FORMATS)[number]

/** Formats by root element, without its prefix. */
const FORMAT_BY_ROOT: Readonly<Record<string, Format>> = {
  gpx: 'gpx',
  TrainingCenterDatabase: 'tcx',
  kml: 'kml',
  pwx: 'pwx',
  sml: 'suunto',
  DeviceLog: 'suunto',
  // Moveslink2 writes two elements without a common root.
  header: 'suunto',
  'polar-exercise-data': 'polar',
  Activity: 'slf',
  MovesCount: 'moveslink',
}

/** Maximum bytes before the root element. With longer prologues the file name decides. */
export const MAX_PROLOGUE_LENGTH = 65_536

/** A construct that may precede the root element. */
const BEFORE_ROOT =
  /\s*(?:<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^[>]*(?:\[(?:[^\]"']|"[^"]*"|'[^']*')*\]\s*)?>)/
const ROOT = /\s*<(?:[^\s/>:]+:)?([^\s/>:]+)/

/** Characters that may precede everything: a byte order mark, even if decoded as Latin-1, and blanks. */
const BLANKS = /^(?:\ufeff|\u00ef\u00bb\u00bf|[\s\0])*/

/** The record of the recorder, then headers or fixes (FAI technical specification of IGC files, 2023, A2). */
const IGC = /^A[A-Z0-9]{3}[^\n]*\n(?:[^\n]*\n)*?(?:H[FOPS]DTE|B\d{6})/
/** Some programs leave out the record of the recorder: the date, then fixes. */
const IGC_WITHOUT_RECORDER = /^H[FOPS][A-Z]{3}[^\n]*\n(?:[^\n]*\n)*?B\d{13}[NS]\d{8}[EW]/

/**
 * Detects the format from the content: KMZ by the signature of a ZIP archive, FIT by its signature, XML formats by
 * their root element, JSON by keys, IGC by its records. `extension` (lower case) decides for declared XML with an
 * unknown root element. Returns undefined for other contents.
 */
export function detectFormat(bytes: Uint8Array, extension: string): Format | undefined {
  if (hasZipSignature(bytes)) return 'kmz'
  if (matches(bytes, 8, '.FIT')) return 'fit'
  const head = headOf(bytes)
  if (head.startsWith('<')) return recogniseXml(head, extension)
  if (head.startsWith('{')) return recogniseJson(head)
  if (head.startsWith('[Params]')) return 'hrm'
  return IGC.test(head) || IGC_WITHOUT_RECORDER.test(head) ? 'igc' : undefined
}

function headOf(bytes: Uint8Array): string {
  const start = bytes.subarray(0, MAX_PROLOGUE_LENGTH)
  return new TextDecoder(markedEncoding(start) ?? 'latin1').decode(start).replace(BLANKS, '')
}

function recogniseXml(head: string, extension: string): Format | undefined {
  const root = rootName(head)
  const shown =
    root !== undefined && Object.hasOwn(FORMAT_BY_ROOT, root) ? FORMAT_BY_ROOT[root] : undefined
  if (shown !== undefined || !head.startsWith('<?xml')) return shown
  return extension === 'gpx' || extension === 'tcx' || extension === 'kml' ? extension : undefined
}

function recogniseJson(head: string): Format | undefined {
  if (/"(?:DeviceLog|suunto\/sml)"/.test(head)) return 'suunto'
  if (/^\{\s*"RIDE"\s*:\s*\{/.test(head)) return 'goldencheetah'
  if (/"seconds_since_pedaling_start"\s*:/i.test(head)) return 'peloton'
  return /"exercises"\s*:/.test(head) && /"(?:startTime|exportVersion)"\s*:/.test(head)
    ? 'polar'
    : undefined
}

/** A local file header, the end of an empty archive, or the mark of a split one. */
function hasZipSignature(bytes: Uint8Array): boolean {
  const kind = bytes[3]
  return matches(bytes, 0, 'PK') && (kind === 4 || kind === 6 || kind === 8)
}

function matches(bytes: Uint8Array, start: number, text: string): boolean {
  for (let index = 0; index < text.length; index++)
    if (bytes[start + index] !== text.charCodeAt(index)) return false
  return true
}

/** Local name of the root element, if it comes within `text`. */
function rootName(text: string): string | undefined {
  const prologue = new RegExp(BEFORE_ROOT, 'y')
  const root = new RegExp(ROOT, 'y')
  while (prologue.test(text)) root.lastIndex = prologue.lastIndex
  return root.exec(text)?.[1]
}
