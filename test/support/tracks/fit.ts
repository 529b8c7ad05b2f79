/** Base types of FIT fields: number in a definition, bytes of one value, and the invalid value. */
const TYPES = {
  enum: [0x00, 1, 0xff],
  sint8: [0x01, 1, 0x7f],
  uint8: [0x02, 1, 0xff],
  string: [0x07, 1, 0],
  uint8z: [0x0a, 1, 0],
  byte: [0x0d, 1, 0xff],
  sint16: [0x83, 2, 0x7fff],
  uint16: [0x84, 2, 0xffff],
  uint16z: [0x8b, 2, 0],
  sint32: [0x85, 4, 0x7fff_ffff],
  uint32: [0x86, 4, 0xffff_ffff],
  uint32z: [0x8c, 4, 0],
  float32: [0x88, 4, Number.NaN],
  float64: [0x89, 8, Number.NaN],
  sint64: [0x8e, 8, 0x7fff_ffff_ffff_ffffn],
  uint64: [0x8f, 8, 0xffff_ffff_ffff_ffffn],
  uint64z: [0x90, 8, 0n],
} as const satisfies Record<string, readonly [number, number, number | bigint]>

export type FitType = keyof typeof TYPES

/** A raw value: null writes the type's invalid value, an array several values, and bytes are written unchanged. */
export type FitValue = number | bigint | string | null | readonly (number | null)[] | Uint8Array

/** Field number, base type, raw value. */
export type FitFieldValue = readonly [number: number, type: FitType, value: FitValue]

export interface FitMessageValue {
  readonly global: number
  readonly fields: readonly FitFieldValue[]
  /** Developer fields: field number, developer index, base type, raw value. */
  readonly developerFields?: readonly (readonly [number, number, FitType, FitValue])[]
  /** Writes the message with a compressed timestamp header with these five bits. */
  readonly compressedTime?: number
}

export interface FitFileOptions {
  readonly bigEndian?: boolean
  /** 12 (old devices) or 14 with a checksum of the header. */
  readonly headerSize?: 12 | 14
  /** Written instead of the correct checksum. */
  readonly crc?: number
}

export const FIT_EPOCH = 631_065_600

/** A date as seconds of FIT time. */
export function fitTime(text: string): number {
  return Date.parse(text) / 1000 - FIT_EPOCH
}

/** Degrees as FIT semicircles. */
export function semicircles(degrees: number): number {
  return Math.round((degrees * 2 ** 31) / 180)
}

export interface FitSample {
  /** FIT time. */
  readonly time?: number | null
  /** Degrees. */
  readonly lat?: number
  readonly lon?: number
  /** Metres; written as plain `altitude`. */
  readonly ele?: number
  readonly hr?: number | null
  readonly cadence?: number | null
  readonly power?: number | null
  /** Metres since the start. */
  readonly distance?: number
  /** Metres per second. */
  readonly speed?: number
}

/** A `record` message with the given values; missing values have no field. */
export function record(sample: FitSample, ...more: FitFieldValue[]): FitMessageValue {
  const fields: FitFieldValue[] = []
  const field = (number: number, type: FitType, value: FitValue | undefined) => {
    if (value !== undefined) fields.push([number, type, value])
  }
  field(253, 'uint32', sample.time)
  field(0, 'sint32', sample.lat === undefined ? undefined : semicircles(sample.lat))
  field(1, 'sint32', sample.lon === undefined ? undefined : semicircles(sample.lon))
  field(2, 'uint16', sample.ele === undefined ? undefined : Math.round((sample.ele + 500) * 5))
  field(3, 'uint8', sample.hr)
  field(4, 'uint8', sample.cadence)
  field(7, 'uint16', sample.power)
  field(5, 'uint32', sample.distance === undefined ? undefined : Math.round(sample.distance * 100))
  field(6, 'uint16', sample.speed === undefined ? undefined : Math.round(sample.speed * 1000))
  return { global: 20, fields: [...fields, ...more] }
}

/** The `event` message for a stopped timer: 0 manually, 1 by auto-pause, null without a known reason. */
export function timerStop(time: number, trigger: number | null, eventType = 4): FitMessageValue {
  return {
    global: 21,
    fields: [
      [253, 'uint32', time],
      [3, 'uint32', trigger],
      [0, 'enum', 0],
      [1, 'enum', eventType],
    ],
  }
}

/** The `file_id` message of an activity. */
export function fileId(
  manufacturer: number | null,
  product: number | null = null,
  productName?: string,
): FitMessageValue {
  const fields: FitFieldValue[] = [
    [0, 'enum', 4],
    [1, 'uint16', manufacturer],
    [2, 'uint16', product],
  ]
  if (productName !== undefined) fields.push([8, 'string', productName])
  return { global: 0, fields }
}

export interface FitSession {
  readonly start?: number
  readonly end?: number
  /** Seconds. */
  readonly elapsed?: number
  readonly timer?: number
  /** Metres. */
  readonly distance?: number
  /** Metres per second. */
  readonly maxSpeed?: number
  readonly ascent?: number
  readonly descent?: number
  readonly calories?: number
}

/** A `session` message with the given totals; missing ones are invalid. */
export function session(totals: FitSession): FitMessageValue {
  const scaled = (value: number | undefined, scale: number) =>
    value === undefined ? null : Math.round(value * scale)
  return {
    global: 18,
    fields: [
      [253, 'uint32', totals.end ?? null],
      [2, 'uint32', totals.start ?? null],
      [7, 'uint32', scaled(totals.elapsed, 1000)],
      [8, 'uint32', scaled(totals.timer, 1000)],
      [9, 'uint32', scaled(totals.distance, 100)],
      [15, 'uint16', scaled(totals.maxSpeed, 1000)],
      [22, 'uint16', scaled(totals.ascent, 1)],
      [23, 'uint16', scaled(totals.descent, 1)],
      [11, 'uint16', totals.calories ?? null],
    ],
  }
}

/** The `field_description` message with the name and base type of a developer field. */
export function developerField(
  index: number,
  number: number,
  name: string,
  type: FitType = 'uint8',
): FitMessageValue {
  return {
    global: 206,
    fields: [
      [0, 'uint8', index],
      [1, 'uint8', number],
      [2, 'uint8', TYPES[type][0]],
      [3, 'string', name],
    ],
  }
}

/** The message with more fields. */
export const withFields = (
  message: FitMessageValue,
  ...more: FitFieldValue[]
): FitMessageValue => ({ ...message, fields: [...message.fields, ...more] })

/** Seconds and metres are floats; missing values have no field. */
export interface FitLap {
  readonly start: number
  readonly elapsed?: number
  readonly timer?: number
  readonly distance?: number
}

/** A `lap` message. */
export function lap(
  { start, elapsed, timer, distance }: FitLap,
  ...more: FitFieldValue[]
): FitMessageValue {
  const scaled = (number: number, value: number | undefined, scale: number): FitFieldValue[] =>
    value === undefined ? [] : [[number, 'uint32', Math.round(value * scale)]]
  return {
    global: 19,
    fields: [
      [253, 'uint32', start + Math.round(elapsed ?? 0)],
      [2, 'uint32', start],
      ...scaled(7, elapsed, 1000),
      ...scaled(8, timer, 1000),
      ...scaled(9, distance, 100),
      ...more,
    ],
  }
}

/** A `length` message of a pool, swum unless it has no strokes. */
export const poolLength = (
  start: number,
  seconds: number,
  [stroke, strokes]: readonly [stroke: number, strokes: number] | readonly [null, null],
): FitMessageValue => ({
  global: 101,
  fields: [
    [253, 'uint32', start + Math.round(seconds)],
    [2, 'uint32', start],
    [3, 'uint32', Math.round(seconds * 1000)],
    [5, 'uint16', strokes],
    [7, 'enum', stroke],
    [12, 'enum', strokes === null ? 0 : 1],
  ],
})

/**
 * A FIT file with the messages in this order. A definition is written whenever the layout of a message is not among the
 * sixteen (four for compressed headers) currently defined.
 */
export function fitFile(messages: readonly FitMessageValue[], options: FitFileOptions = {}) {
  const body = new ByteSink(options.bigEndian === true)
  const layouts: (string | undefined)[] = Array.from({ length: 16 }, () => undefined)
  let next = 0
  for (const message of messages) {
    const layout = layoutOf(message)
    let local = layouts.indexOf(layout)
    if (local < 0 || (message.compressedTime !== undefined && local > 3)) {
      local = message.compressedTime === undefined ? next++ % 16 : next++ % 4
      layouts[local] = layout
      writeDefinition(body, local, message)
    }
    writeData(body, local, message)
  }
  return wrap(body.bytes(), options)
}

/** A header, the given body and a checksum. */
export function wrap(body: Uint8Array, options: FitFileOptions = {}): Uint8Array {
  const headerSize = options.headerSize ?? 14
  const file = new Uint8Array(headerSize + body.length + 2)
  const view = new DataView(file.buffer)
  file.set([headerSize, 0x20, 0, 0, 0, 0, 0, 0, 0x2e, 0x46, 0x49, 0x54])
  view.setUint16(2, 2100, true)
  view.setUint32(4, body.length, true)
  if (headerSize === 14) view.setUint16(12, crc16(file.subarray(0, 12)), true)
  file.set(body, headerSize)
  view.setUint16(file.length - 2, options.crc ?? crc16(file.subarray(0, -2)), true)
  return file
}

/** Several FIT files in one, as devices chain them. */
export function chain(...files: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(files.reduce((length, file) => length + file.length, 0))
  let at = 0
  for (const file of files) {
    all.set(file, at)
    at += file.length
  }
  return all
}

function layoutOf(message: FitMessageValue): string {
  const fields = message.fields.map(([number, type, value]) => [number, type, sizeOf(type, value)])
  const developer = message.developerFields?.map(([number, index, type, value]) => [
    number,
    index,
    sizeOf(type, value),
  ])
  return `${message.global}:${fields.join(';')}:${developer?.join(';') ?? ''}`
}

function writeDefinition(sink: ByteSink, local: number, message: FitMessageValue): void {
  const { developerFields = [] } = message
  sink.push(0x40 | (developerFields.length > 0 ? 0x20 : 0) | local, 0, sink.bigEndian ? 1 : 0)
  sink.value('uint16', message.global)
  sink.push(message.fields.length)
  for (const [number, type, value] of message.fields) {
    sink.push(number, sizeOf(type, value), TYPES[type][0])
  }
  if (developerFields.length === 0) return
  sink.push(developerFields.length)
  for (const [number, index, type, value] of developerFields) {
    sink.push(number, sizeOf(type, value), index)
  }
}

function writeData(sink: ByteSink, local: number, message: FitMessageValue): void {
  const { compressedTime, developerFields = [] } = message
  sink.push(compressedTime === undefined ? local : 0x80 | (local << 5) | (compressedTime & 31))
  for (const [, type, value] of message.fields) writeValue(sink, type, value)
  for (const [, , type, value] of developerFields) writeValue(sink, type, value)
}

function writeValue(sink: ByteSink, type: FitType, value: FitValue): void {
  if (value instanceof Uint8Array) sink.push(...value)
  else if (typeof value === 'string') sink.push(...new TextEncoder().encode(value), 0)
  else for (const single of valuesOf(value)) sink.value(type, single)
}

function valuesOf(value: number | bigint | null | readonly (number | null)[]) {
  return typeof value === 'object' && value !== null ? value : [value]
}

function sizeOf(type: FitType, value: FitValue): number {
  if (value instanceof Uint8Array) return value.length
  if (typeof value === 'string') return new TextEncoder().encode(value).length + 1
  return TYPES[type][1] * valuesOf(value).length
}

class ByteSink {
  readonly bigEndian: boolean
  #bytes = new Uint8Array(4096)
  #view = new DataView(this.#bytes.buffer)
  #size = 0

  constructor(bigEndian: boolean) {
    this.bigEndian = bigEndian
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#size)
  }

  push(...bytes: readonly number[]): void {
    for (const byte of bytes) {
      this.#reserve(1)
      this.#bytes[this.#size] = byte
      this.#size += 1
    }
  }

  value(type: FitType, value: number | bigint | null): void {
    const [, width, invalid] = TYPES[type]
    this.#reserve(width)
    const view = this.#view
    const raw = value ?? invalid
    const at = this.#size
    const little = !this.bigEndian
    if (type === 'float32') view.setFloat32(at, Number(raw), little)
    else if (type === 'float64') view.setFloat64(at, Number(raw), little)
    else if (width === 1) view.setUint8(at, Number(raw))
    else if (width === 2) view.setUint16(at, Number(raw), little)
    else if (width === 4) view.setUint32(at, Number(raw), little)
    else view.setBigUint64(at, BigInt(raw), little)
    this.#size += width
  }

  #reserve(count: number): void {
    if (this.#size + count <= this.#bytes.length) return
    const larger = new Uint8Array(this.#bytes.length * 2)
    larger.set(this.#bytes)
    this.#bytes = larger
    this.#view = new DataView(larger.buffer)
  }
}

/** CRC-16/ARC, bit by bit. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return crc
}
