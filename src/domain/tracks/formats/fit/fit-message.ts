import type { StreamName } from '@/domain/tracks/track'

/** Position of a field in the data of its message, and how to read its bytes. */
export interface FitField {
  readonly offset: number
  readonly size: number
  /** Base type number without its flags: 0 to 16. */
  readonly baseType: number
  /** A developer field has no scale of the profile. */
  readonly isDeveloper: boolean
}

/** An additional field of a sample, and how to interpret its number. */
export interface FitExtra {
  readonly field: FitField
  readonly stream: StreamName
  /** The value is the number in the field divided by `scale`, less `offset`. */
  readonly scale: number
  readonly offset: number
  /** Decodes values that are not scaled numbers. */
  readonly decode: ((raw: number) => number) | undefined
}

/** The layout of data messages, as a definition message declares it. */
export interface FitDefinition {
  readonly global: number
  readonly isLittleEndian: boolean
  /** Bytes of one data message, without its header byte. */
  readonly size: number
  readonly timestamp: FitField | undefined
  /** The wanted fields of this message type in profile order. */
  readonly slots: readonly (FitField | undefined)[]
  /** Additional fields of samples. */
  readonly extras: readonly FitExtra[]
}

export const BYTE = 13
const STRING = 7

const SIZES = [1, 1, 1, 2, 2, 4, 4, 1, 4, 8, 1, 2, 4, 1, 8, 8, 8]

/** The value that means "nothing here", by base type; NaN where NaN itself says so. */
const INVALID = [
  0xff,
  0x7f,
  0xff,
  0x7fff,
  0xffff,
  0x7fff_ffff,
  0xffff_ffff,
  Number.NaN,
  Number.NaN,
  Number.NaN,
  0,
  0,
  0,
  0xff,
  Number(0x7fff_ffff_ffff_ffffn),
  Number(0xffff_ffff_ffff_ffffn),
  0,
]

/** Timestamps have 32 bits, so only damaged definitions contain larger ones. */
const LAST_TIMESTAMP = 0xffff_ffff

const utf8 = new TextDecoder()

/** Bytes of one value; undefined for an unknown type. */
export const valueSize = (baseType: number): number | undefined => SIZES[baseType]

/** Whether values of the base type are numbers, not text or opaque bytes. */
export const isNumeric = (baseType: number): boolean => baseType !== STRING && baseType !== BYTE

/** Whether `size` bytes contain at least one value of the base type. */
export function fits(size: number, baseType: number): boolean {
  const width = valueSize(baseType)
  return width !== undefined && size >= width && size % width === 0
}

/** One data message. The decoder reuses the object for all messages: store its values, not the object. */
export class FitMessage {
  readonly #view: DataView
  #definition: FitDefinition = {
    global: -1,
    isLittleEndian: true,
    size: 0,
    timestamp: undefined,
    slots: [],
    extras: [],
  }
  #at = 0
  /** Seconds since the FIT epoch; NaN without timestamp. */
  timestamp = Number.NaN

  constructor(view: DataView) {
    this.#view = view
  }

  /** Moves to the data at byte `at`. `compressedTime` is used when there is no timestamp field. */
  moveTo(definition: FitDefinition, at: number, compressedTime: number): void {
    this.#definition = definition
    this.#at = at
    const time =
      definition.timestamp === undefined ? compressedTime : this.#read(definition.timestamp)
    this.timestamp = time <= LAST_TIMESTAMP ? time : Number.NaN
  }

  /** Number of the message type in the FIT profile. */
  get global(): number {
    return this.#definition.global
  }

  /** Whether any field of this message type is read. */
  get isWanted(): boolean {
    return this.#definition.slots.length > 0
  }

  /** Additional fields of this message type. All messages of one definition share this object. */
  get extras(): readonly FitExtra[] {
    return this.#definition.extras
  }

  /** Copies the values of the additional fields to `values` in order, with NaN for invalid ones. */
  readExtras(values: Float64Array): void {
    const view = this.#view
    const at = this.#at
    const { extras, isLittleEndian } = this.#definition
    for (let i = 0; i < extras.length; i++) {
      const extra = extras[i]
      if (extra === undefined) break
      const { baseType, offset } = extra.field
      const raw = rawNumber(view, at + offset, baseType, isLittleEndian)
      if (raw === INVALID[baseType] || raw - raw !== 0) values[i] = Number.NaN
      else values[i] = extra.decode ? extra.decode(raw) : raw / extra.scale - extra.offset
    }
  }

  /** Returns the unscaled number in a field, or the first of an array; NaN when it is absent, invalid or text. */
  number(slot: number): number {
    const field = this.#definition.slots[slot]
    return field === undefined ? Number.NaN : this.#read(field)
  }

  /** Whether a field was declared by an application instead of the FIT profile. */
  isDeveloper(slot: number): boolean {
    return this.#definition.slots[slot]?.isDeveloper === true
  }

  /** Returns one byte of a byte array; NaN outside of it. */
  byte(slot: number, index: number): number {
    const field = this.#definition.slots[slot]
    if (field === undefined || field.baseType !== BYTE || index >= field.size) return Number.NaN
    return this.#view.getUint8(this.#at + field.offset + index)
  }

  /** Returns the value of an array of numbers at this index; NaN outside of it or when it is invalid. */
  numberAt(slot: number, index: number): number {
    const field = this.#definition.slots[slot]
    const width = field && valueSize(field.baseType)
    if (field === undefined || width === undefined || (index + 1) * width > field.size)
      return Number.NaN
    return this.#read({ ...field, offset: field.offset + index * width })
  }

  /** Returns the text in a field up to its first NUL, with U+FFFD for invalid UTF-8; null when absent or empty. */
  text(slot: number): string | null {
    const field = this.#definition.slots[slot]
    if (field === undefined || field.baseType !== STRING) return null
    const start = this.#view.byteOffset + this.#at + field.offset
    const bytes = new Uint8Array(this.#view.buffer, start, field.size)
    const end = bytes.indexOf(0)
    return utf8.decode(end < 0 ? bytes : bytes.subarray(0, end)) || null
  }

  #read({ baseType, offset }: FitField): number {
    const value = rawNumber(
      this.#view,
      this.#at + offset,
      baseType,
      this.#definition.isLittleEndian,
    )
    // Infinity minus itself is NaN, so this rejects values that are not finite.
    return value === INVALID[baseType] || value - value !== 0 ? Number.NaN : value
  }
}

function rawNumber(view: DataView, at: number, baseType: number, isLittleEndian: boolean): number {
  switch (baseType) {
    case 0:
    case 2:
    case 10:
    case BYTE:
      return view.getUint8(at)
    case 1:
      return view.getInt8(at)
    case 3:
      return view.getInt16(at, isLittleEndian)
    case 4:
    case 11:
      return view.getUint16(at, isLittleEndian)
    case 5:
      return view.getInt32(at, isLittleEndian)
    case 6:
    case 12:
      return view.getUint32(at, isLittleEndian)
    case 8:
      return view.getFloat32(at, isLittleEndian)
    case 9:
      return view.getFloat64(at, isLittleEndian)
    case 14:
      return Number(view.getBigInt64(at, isLittleEndian))
    case 15:
    case 16:
      return Number(view.getBigUint64(at, isLittleEndian))
    default:
      return Number.NaN
  }
}
