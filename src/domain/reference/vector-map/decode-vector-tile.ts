/** Decodes vector tiles, version 2 (https://github.com/mapbox/vector-tile-spec): messages of Protocol Buffers. */

/** What a feature says about itself. */
export type Properties = Readonly<Record<string, string | number | boolean>>

export interface VectorFeature {
  type: 'point' | 'line' | 'polygon'
  properties: Properties
  /** Points, lines or rings: x and y by turns, in pixels of a tile of `VECTOR_TILE_SIZE`. */
  lines: number[][]
}

export interface VectorLayer {
  name: string
  features: VectorFeature[]
}

export const VECTOR_TILE_SIZE = 256

const TYPES = [undefined, 'point', 'line', 'polygon'] as const
const MOVE_TO = 1
const LINE_TO = 2
const DEFAULT_EXTENT = 4096
/** How values are encoded in Protocol Buffers, by the number in the keys of fields. */
const ENCODINGS = { varint: 0, double: 1, bytes: 2, float: 5 }

/** Decodes the layers of a tile whose names are wanted. @throws RangeError when the tile is damaged */
export function decodeVectorTile(
  bytes: Uint8Array,
  isWanted: (layer: string) => boolean,
): VectorLayer[] {
  const layers: VectorLayer[] = []
  new Message(bytes).visit((field, message) => {
    if (field !== 3) return message.skip()
    const layer = message.bytes()
    const name = findName(layer)
    if (isWanted(name)) layers.push({ name, features: decodeFeatures(layer) })
  })
  return layers
}

function findName(layer: Uint8Array): string {
  let name = ''
  new Message(layer).visit((field, message) => {
    if (field === 1) name = message.text()
    else message.skip()
  })
  return name
}

function decodeFeatures(layer: Uint8Array): VectorFeature[] {
  const keys: string[] = []
  const values: (string | number | boolean)[] = []
  const packed: Uint8Array[] = []
  let extent = DEFAULT_EXTENT
  new Message(layer).visit((field, message) => {
    if (field === 2) packed.push(message.bytes())
    else if (field === 3) keys.push(message.text())
    else if (field === 4) values.push(decodeValue(message.bytes()))
    else if (field === 5) extent = message.varint() || DEFAULT_EXTENT
    else message.skip()
  })
  const scale = VECTOR_TILE_SIZE / extent
  return packed.flatMap((feature) => decodeFeature(feature, { keys, values, scale }) ?? [])
}

interface LayerTables {
  keys: readonly string[]
  values: readonly (string | number | boolean)[]
  scale: number
}

function decodeFeature(
  bytes: Uint8Array,
  { keys, values, scale }: LayerTables,
): VectorFeature | undefined {
  let tags: number[] = []
  let type: VectorFeature['type'] | undefined
  let lines: number[][] = []
  new Message(bytes).visit((field, message) => {
    if (field === 2) tags = message.packed()
    else if (field === 3) type = TYPES[message.varint()]
    else if (field === 4) lines = decodeGeometry(message.packed(), scale)
    else message.skip()
  })
  if (!type) return undefined
  const properties: Record<string, string | number | boolean> = {}
  for (let i = 0; i + 1 < tags.length; i += 2) {
    const [key, value] = [keys[tags[i] ?? 0], values[tags[i + 1] ?? 0]]
    if (key !== undefined && value !== undefined) properties[key] = value
  }
  return { type, properties, lines }
}

function decodeGeometry(commands: readonly number[], scale: number): number[][] {
  const lines: number[][] = []
  let line: number[] = []
  let [x, y] = [0, 0]
  for (let at = 0; at < commands.length; ) {
    const command = commands[at++] ?? 0
    const id = command & 7
    if (id !== MOVE_TO && id !== LINE_TO) continue
    for (let rest = command >>> 3; rest > 0 && at + 1 < commands.length; rest--) {
      x += toSigned(commands[at++] ?? 0)
      y += toSigned(commands[at++] ?? 0)
      if (id === MOVE_TO) {
        line = []
        lines.push(line)
      }
      line.push(x * scale, y * scale)
    }
  }
  return lines
}

const toSigned = (value: number): number => (value >>> 1) ^ -(value & 1)

function decodeValue(bytes: Uint8Array): string | number | boolean {
  let value: string | number | boolean = ''
  new Message(bytes).visit((field, message) => {
    if (field === 1) value = message.text()
    else if (field === 2) value = message.float()
    else if (field === 3) value = message.double()
    else if (field === 4 || field === 5) value = message.varint()
    else if (field === 6) value = toSigned(message.varint())
    else if (field === 7) value = message.varint() !== 0
    else message.skip()
  })
  return value
}

const TEXTS = new TextDecoder()

const incomplete = () => new RangeError('a vector tile is incomplete')

/** Reads a message: fields in any order, each with a number and an encoding. */
class Message {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0
  #encoding = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  /** Calls `read` for each field, which has to read or skip its value. */
  visit(read: (field: number, message: Message) => void): void {
    while (this.#at < this.#bytes.length) {
      const key = this.varint()
      this.#encoding = key & 7
      read(key >>> 3, this)
    }
  }

  varint(): number {
    let [value, factor] = [0, 1]
    for (;;) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw incomplete()
      value += (byte & 127) * factor
      if (byte < 128) return value
      factor *= 128
    }
  }

  bytes(): Uint8Array {
    const length = this.varint()
    const end = this.#at + length
    if (end > this.#bytes.length) throw incomplete()
    const bytes = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return bytes
  }

  text = (): string => TEXTS.decode(this.bytes())

  packed(): number[] {
    const message = new Message(this.bytes())
    const numbers: number[] = []
    while (message.#at < message.#bytes.length) numbers.push(message.varint())
    return numbers
  }

  float = (): number => this.#view.getFloat32(this.#advance(4), true)

  double = (): number => this.#view.getFloat64(this.#advance(8), true)

  skip(): void {
    if (this.#encoding === ENCODINGS.varint) this.varint()
    else if (this.#encoding === ENCODINGS.bytes) this.bytes()
    else if (this.#encoding === ENCODINGS.double) this.#advance(8)
    else if (this.#encoding === ENCODINGS.float) this.#advance(4)
    else throw new RangeError('a vector tile has an unknown encoding')
  }

  #advance(bytes: number): number {
    const start = this.#at
    this.#at += bytes
    if (this.#at > this.#bytes.length) throw incomplete()
    return start
  }
}
