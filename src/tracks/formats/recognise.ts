/** What a file can be. */
export const FORMATS = ['gpx', 'tcx', 'kml', 'kmz', 'fit'] as const
export type Format = (typeof FORMATS)[number]

/** Root elements, without prefix, that tell the format. */
const FORMAT_BY_ROOT: Readonly<Record<string, Format>> = {
  gpx: 'gpx',
  TrainingCenterDatabase: 'tcx',
  kml: 'kml',
}

/** Bytes: longer prologues leave the decision to the file name. */
export const LONGEST_PROLOGUE = 65_536

/** One thing that may stand in front of the root element. */
const BEFORE_ROOT =
  /\s*(?:<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^[>]*(?:\[(?:[^\]"']|"[^"]*"|'[^']*')*\]\s*)?>)/
const ROOT = /\s*<(?:[^\s/>:]+:)?([^\s/>:]+)/

/**
 * The format that the content shows: a KMZ by the signature of a ZIP archive, FIT by its signature, XML formats by
 * their declaration and root element. `extension` (lower case) decides for XML with a root element of no known format.
 * Undefined when the content is none of these.
 */
export function recogniseFormat(bytes: Uint8Array, extension: string): Format | undefined {
  if (hasZipSignature(bytes)) return 'kmz'
  if (matches(bytes, 8, '.FIT')) return 'fit'
  const start = matches(bytes, 0, '\u00ef\u00bb\u00bf') ? 3 : 0
  if (!matches(bytes, start, '<?xml')) return undefined
  const root = rootName(bytes.subarray(start, start + LONGEST_PROLOGUE))
  const shown = root === undefined ? undefined : FORMAT_BY_ROOT[root]
  if (shown !== undefined) return shown
  return extension === 'gpx' || extension === 'tcx' || extension === 'kml' ? extension : undefined
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

/** Local name of the root element, if it comes within `bytes`. */
function rootName(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder('latin1').decode(bytes)
  const prologue = new RegExp(BEFORE_ROOT, 'y')
  const root = new RegExp(ROOT, 'y')
  while (prologue.test(text)) root.lastIndex = prologue.lastIndex
  return root.exec(text)?.[1]
}
