import { deflateSync } from 'node:zlib'

/** The elevation at a position, from which tests generate tiles. */
export type Ground = (lat: number, lon: number) => number

/** An SRTM tile with its south-west corner at whole degrees, and `VOID` where the ground is NaN. */
export function hgtTile(south: number, west: number, ground: Ground, edge = 1201): Buffer {
  const bytes = Buffer.alloc(edge * edge * 2)
  for (let row = 0; row < edge; row++)
    for (let column = 0; column < edge; column++) {
      const step = 1 / (edge - 1)
      const metres = ground(south + 1 - row * step, west + column * step)
      bytes.writeInt16BE(
        Number.isNaN(metres) ? VOID : Math.round(metres),
        (row * edge + column) * 2,
      )
    }
  return bytes
}

const VOID = -32_768

/** Options for a generated GeoTIFF. */
export interface TiffOptions {
  /** The position of the first sample's centre, or of its corner. */
  west: number
  north: number
  step: number
  width: number
  height: number
  ground: Ground
  isPoint?: boolean
  format?: 'int16' | 'float32'
  compression?: 'none' | 'deflate' | 'lzw'
  predictor?: 1 | 2 | 3
  /** Edge of its tiles, or rows of its strips. */
  tile?: number
  strip?: number
  nodata?: number
  bigEndian?: boolean
  big?: boolean
  /** EPSG codes: of the model (2: geographic), and of the datum. */
  model?: number
  datum?: number
}

const TYPES = { short: 3, long: 4, double: 12, ascii: 2, long8: 16 } as const
const SIZES: Record<number, number> = { 2: 1, 3: 2, 4: 4, 12: 8, 16: 8 }

type Field = { tag: number; type: number; values: readonly number[] }

/** A GeoTIFF according to the specification, written without any library. */
export function geoTiff(options: TiffOptions): Buffer {
  const { width, height, tile, strip = 16, big = false } = options
  const little = !options.bigEndian
  const [blockWidth, blockHeight] = tile ? [tile, tile] : [width, strip]
  const blocks: Buffer[] = []
  for (let top = 0; top < height; top += blockHeight)
    for (let left = 0; left < width; left += blockWidth)
      blocks.push(
        blockOf(options, {
          left,
          top,
          blockWidth,
          rows: tile ? tile : Math.min(strip, height - top),
        }),
      )
  const fields = fieldsOf(options, { blockWidth, blockHeight, blocks: blocks.length, little })
  return assemble({ fields, blocks, little, big, isTiled: tile !== undefined })
}

function fieldsOf(
  options: TiffOptions,
  {
    blockWidth,
    blockHeight,
  }: { blockWidth: number; blockHeight: number; blocks: number; little: boolean },
): Field[] {
  const { width, height, west, north, step, tile, format = 'float32', nodata } = options
  const compression = { none: 1, deflate: 8, lzw: 5 }[options.compression ?? 'none']
  const short = (tag: number, ...values: number[]) => ({ tag, type: TYPES.short, values })
  const keys = [
    ...[1, 1, 0, 3],
    ...[1024, 0, 1, options.model ?? 2],
    ...[1025, 0, 1, options.isPoint ? 2 : 1],
    ...[2048, 0, 1, options.datum ?? 4326],
  ]
  return [
    short(256, width),
    short(257, height),
    short(258, format === 'int16' ? 16 : 32),
    short(259, compression),
    short(262, 1),
    short(277, 1),
    ...(tile ? [short(322, blockWidth), short(323, blockHeight)] : [short(278, blockHeight)]),
    short(317, options.predictor ?? 1),
    short(339, format === 'int16' ? 2 : 3),
    { tag: 33_550, type: TYPES.double, values: [step, step, 0] },
    { tag: 33_922, type: TYPES.double, values: [0, 0, 0, west, north, 0] },
    ...(options.model === 0 ? [] : [short(34_735, ...keys)]),
    ...(nodata === undefined
      ? []
      : [{ tag: 42_113, type: TYPES.ascii, values: [...Buffer.from(`${nodata}\0`)] }]),
  ]
}

/** A tile or strip of the image. */
interface Block {
  left: number
  top: number
  blockWidth: number
  rows: number
}

/** The samples of a tile or strip, packed. */
function blockOf(options: TiffOptions, block: Block): Buffer {
  const bytes = options.format === 'int16' ? 2 : 4
  const { blockWidth, rows } = block
  const samples = Buffer.alloc(blockWidth * rows * bytes)
  const view = new DataView(samples.buffer, samples.byteOffset, samples.length)
  for (let i = 0; i < blockWidth * rows; i++) {
    const value = sampleAt(
      options,
      block.left + (i % blockWidth),
      block.top + Math.floor(i / blockWidth),
    )
    if (bytes === 2) view.setInt16(i * 2, Math.round(value), !options.bigEndian)
    else view.setFloat32(i * 4, value, !options.bigEndian)
  }
  for (let row = 0; row < rows; row++) {
    const line = samples.subarray(row * blockWidth * bytes, (row + 1) * blockWidth * bytes)
    if (options.predictor === 2) keepDifferences(line, !options.bigEndian)
    if (options.predictor === 3) keepPlanes(line, options.bigEndian === true)
  }
  const packed = {
    none: () => samples,
    deflate: () => deflateSync(samples),
    lzw: () => lzw(samples),
  }
  return packed[options.compression ?? 'none']()
}

/** Tiles are padded with zeros beyond the edge of the image. */
function sampleAt(options: TiffOptions, x: number, y: number): number {
  const { width, height, step, west, north, ground, nodata = VOID } = options
  if (x >= width || y >= height) return 0
  const half = options.isPoint ? 0 : 0.5
  const metres = ground(north - (y + half) * step, west + (x + half) * step)
  return Number.isNaN(metres) ? nodata : metres
}

/** Predictor 2: 16-bit samples as differences from the previous one. */
function keepDifferences(line: Buffer, little: boolean): void {
  const view = new DataView(line.buffer, line.byteOffset, line.length)
  for (let at = line.length - 2; at > 0; at -= 2)
    view.setInt16(at, view.getInt16(at, little) - view.getInt16(at - 2, little), little)
}

/** Predictor 3: bytes grouped by significance, as differences from the previous one. */
function keepPlanes(line: Buffer, bigEndian: boolean): void {
  const width = line.length / 4
  const planes = Buffer.alloc(line.length)
  for (let i = 0; i < line.length; i++) {
    const [x, byte] = [i % width, Math.floor(i / width)]
    planes[i] = line[x * 4 + (bigEndian ? byte : 3 - byte)] ?? 0
  }
  for (let i = line.length - 1; i > 0; i--) planes[i] = (planes[i] ?? 0) - (planes[i - 1] ?? 0)
  planes.copy(line)
}

/** The simplest form of LZW in TIFF: a code for every byte, and the table is cleared before codes grow. */
function lzw(bytes: Buffer): Buffer {
  const [CLEAR, END, WIDTH, LIMIT] = [256, 257, 9, 250]
  const bits: number[] = []
  const push = (code: number) => {
    for (let bit = WIDTH - 1; bit >= 0; bit--) bits.push((code >> bit) & 1)
  }
  bytes.forEach((byte, i) => {
    if (i % LIMIT === 0) push(CLEAR)
    push(byte)
  })
  push(END)
  while (bits.length % 8 !== 0) bits.push(0)
  const packed = Buffer.alloc(bits.length / 8)
  for (let i = 0; i < bits.length; i++)
    packed[i >> 3] = (packed[i >> 3] ?? 0) | ((bits[i] ?? 0) << (7 - (i & 7)))
  return packed
}

/** Concatenates the header, the directory, values that do not fit into it, and blocks. */
function assemble({ fields, blocks, little, big, isTiled }: Layout): Buffer {
  const inline = big ? 8 : 4
  const places = { tag: isTiled ? 324 : 273, type: TYPES.long, values: blocks.map(() => 0) }
  const sizes = blocks.map(({ length }) => length)
  const all = [...fields, places, { tag: isTiled ? 325 : 279, type: TYPES.long, values: sizes }]
  all.sort((one, other) => one.tag - other.tag)
  let end = big ? 16 + 8 + all.length * 20 + 8 : 8 + 2 + all.length * 12 + 4
  const take = (size: number) => {
    const start = end
    end += size + (size % 2)
    return start
  }
  const outside = all.map((field) => (sizeOf(field) > inline ? take(sizeOf(field)) : undefined))
  places.values = blocks.map(({ length }) => take(length))
  const bytes = Buffer.alloc(end)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const long = (at: number, value: number) =>
    big ? view.setBigUint64(at, BigInt(value), little) : view.setUint32(at, value, little)
  bytes.write(little ? 'II' : 'MM', 0)
  view.setUint16(2, big ? 43 : 42, little)
  if (big) view.setUint16(4, 8, little)
  long(big ? 8 : 4, big ? 16 : 8)
  if (big) long(16, all.length)
  else view.setUint16(8, all.length, little)
  all.forEach((field, i) => {
    const at = big ? 24 + i * 20 : 10 + i * 12
    view.setUint16(at, field.tag, little)
    view.setUint16(at + 2, field.type, little)
    long(at + 4, field.values.length)
    const value = at + (big ? 12 : 8)
    const where = outside[i]
    if (where !== undefined) long(value, where)
    writeValues(view, { ...field, little, at: where ?? value })
  })
  blocks.forEach((block, i) => {
    block.copy(bytes, places.values[i])
  })
  return bytes
}

interface Layout {
  fields: Field[]
  blocks: Buffer[]
  little: boolean
  big: boolean
  isTiled: boolean
}

const sizeOf = ({ type, values }: Field) => values.length * (SIZES[type] ?? 0)

function writeValues(
  view: DataView,
  { type, values, at, little }: Field & { at: number; little: boolean },
): void {
  values.forEach((value, i) => {
    const place = at + i * (SIZES[type] ?? 0)
    if (type === TYPES.ascii) view.setUint8(place, value)
    else if (type === TYPES.short) view.setUint16(place, value, little)
    else if (type === TYPES.long) view.setUint32(place, value, little)
    else view.setFloat64(place, value, little)
  })
}
