/** When and where a photo was taken, as its EXIF data says. */
export interface ExifFacts {
  /**
   * The local time, `YYYY-MM-DDTHH:MM:SS`, with the offset to UTC (`+02:00`) if the camera recorded it. Undefined when
   * it is missing or malformed.
   */
  takenAt: { local: string; offset: string | undefined } | undefined
  /** Degrees. */
  position: { latitude: number; longitude: number } | undefined
}

const EXIF_IFD = 0x8769
const GPS_IFD = 0x8825
const DATE_TIME_ORIGINAL = 0x9003
const OFFSET_TIME_ORIGINAL = 0x9011
const LATITUDE_REF = 1
const LATITUDE = 2
const LONGITUDE_REF = 3
const LONGITUDE = 4

/** Bytes of one value by the type of a field; other types are skipped. */
const SIZES: Record<number, number> = { 2: 1, 3: 2, 4: 4, 5: 8 }
const ASCII = 2
const LONG = 4
const RATIONAL = 5
/** Fields that are read of a directory, which hostile files could repeat without end. */
const MAX_FIELDS = 512
const MAX_VALUES = 64

interface Field {
  type: number
  count: number
  /** Offset of its values. */
  at: number
}

type Directory = ReadonlyMap<number, Field>

/**
 * Reads time and place from a block of EXIF data: TIFF directories, possibly after `Exif\0\0`. Whatever is malformed
 * counts as missing.
 */
export function readExif(block: Uint8Array): ExifFacts {
  const start = Buffer.from(block.subarray(0, 6)).toString('latin1') === 'Exif\0\0' ? 6 : 0
  const view = new DataView(block.buffer, block.byteOffset + start, block.byteLength - start)
  const tiff = openTiff(view)
  if (!tiff) return { takenAt: undefined, position: undefined }
  const main = tiff.directory(tiff.first)
  const exif = tiff.directory(tiff.pointer(main, EXIF_IFD))
  const gps = tiff.directory(tiff.pointer(main, GPS_IFD))
  return { takenAt: readTime(tiff, exif), position: readPosition(tiff, gps) }
}

type Tiff = NonNullable<ReturnType<typeof openTiff>>

function openTiff(view: DataView) {
  if (view.byteLength < 8) return undefined
  const order = view.getUint16(0)
  if (order !== 0x4949 && order !== 0x4d4d) return undefined
  const little = order === 0x4949
  const fits = (at: number, length: number) => at >= 0 && at + length <= view.byteLength
  const directory = (at: number | undefined): Directory => {
    const fields = new Map<number, Field>()
    if (at === undefined || !fits(at, 2)) return fields
    const entries = Math.min(view.getUint16(at, little), MAX_FIELDS)
    for (let entry = at + 2; entry < at + 2 + entries * 12 && fits(entry, 12); entry += 12) {
      const [type, count] = [view.getUint16(entry + 2, little), view.getUint32(entry + 4, little)]
      const size = (SIZES[type] ?? 0) * count
      // Values of up to four bytes are in the entry itself.
      const place = size <= 4 ? entry + 8 : view.getUint32(entry + 8, little)
      if (size > 0 && count <= MAX_VALUES && fits(place, size))
        fields.set(view.getUint16(entry, little), { type, count, at: place })
    }
    return fields
  }
  return {
    first: view.getUint32(4, little),
    directory,
    pointer: (fields: Directory, tag: number): number | undefined => {
      const field = fields.get(tag)
      return field?.type === LONG ? view.getUint32(field.at, little) : undefined
    },
    text: (fields: Directory, tag: number): string | undefined => {
      const field = fields.get(tag)
      if (field?.type !== ASCII) return undefined
      const codes = Array.from({ length: field.count }, (_, index) =>
        view.getUint8(field.at + index),
      )
      return String.fromCharCode(...codes).split('\0')[0]
    },
    rationals: (fields: Directory, tag: number): number[] => {
      const field = fields.get(tag)
      if (field?.type !== RATIONAL) return []
      return Array.from({ length: field.count }, (_, index) => {
        const at = field.at + index * 8
        return view.getUint32(at, little) / view.getUint32(at + 4, little)
      })
    },
  }
}

const TIME = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)$/
const OFFSET = /^[+-]\d\d:\d\d$/

function readTime(tiff: Tiff, exif: Directory): ExifFacts['takenAt'] {
  const match = TIME.exec(tiff.text(exif, DATE_TIME_ORIGINAL)?.trim() ?? '')
  if (!match) return undefined
  const [, year, month, day, hour, minute, second] = match
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  if (Number.isNaN(Date.parse(`${local}Z`))) return undefined
  const offset = tiff.text(exif, OFFSET_TIME_ORIGINAL)?.trim() ?? ''
  return { local, offset: OFFSET.test(offset) ? offset : undefined }
}

function readPosition(tiff: Tiff, gps: Directory): ExifFacts['position'] {
  const latitude = degrees(tiff.rationals(gps, LATITUDE), tiff.text(gps, LATITUDE_REF), 'S')
  const longitude = degrees(tiff.rationals(gps, LONGITUDE), tiff.text(gps, LONGITUDE_REF), 'W')
  if (latitude === undefined || longitude === undefined) return undefined
  // Cameras without a fix write zeros.
  const isValid = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isValid && (latitude !== 0 || longitude !== 0) ? { latitude, longitude } : undefined
}

/** Degrees, minutes and seconds as a number; undefined if one is missing or not finite. */
function degrees(
  values: readonly number[],
  reference: string | undefined,
  negative: string,
): number | undefined {
  const [whole, minutes = 0, seconds = 0] = values
  if (whole === undefined || reference === undefined) return undefined
  const sum = whole + minutes / 60 + seconds / 3600
  if (!Number.isFinite(sum)) return undefined
  return reference.toUpperCase().startsWith(negative) ? -sum : sum
}
