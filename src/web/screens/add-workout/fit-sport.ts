/** Number of the FIT message "session", and the numbers of its fields for sport and sub-sport. */
const SESSION = 18
const SPORT = 5
const SUB_SPORT = 6

/**
 * A definition message: the size of its data messages, and the offsets of the sport fields; undefined without such
 * fields.
 */
type Definition = {
  global: number
  size: number
  sport: number | undefined
  sub: number | undefined
}

const NONE = 0xff

/**
 * Returns `sport/sub-sport` of the first session of a FIT file, as numbers of the FIT profile; undefined without one.
 */
export function fitSport(bytes: Uint8Array): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const known = new Map<number, Definition>()
  let at = bytes[0] ?? 0
  const end = Math.min(bytes.length, at + (bytes.length >= 8 ? view.getUint32(4, true) : 0))
  while (at < end) {
    const header = bytes[at] ?? 0
    at += 1
    const isCompressed = (header & 0x80) !== 0
    if (!isCompressed && (header & 0x40) !== 0) {
      const { definition, length } = readDefinition(bytes, at, (header & 0x20) !== 0)
      known.set(header & 0x0f, definition)
      at += length
      continue
    }
    const definition = known.get(isCompressed ? (header >> 5) & 3 : header & 0x0f)
    if (!definition) return undefined
    const found = sportIn(bytes, at, definition)
    if (found) return found
    at += definition.size
  }
  return undefined
}

function sportIn(bytes: Uint8Array, at: number, { global, sport, sub }: Definition) {
  const byte = (offset: number | undefined) =>
    offset === undefined ? NONE : (bytes[at + offset] ?? NONE)
  if (global !== SESSION || byte(sport) === NONE) return undefined
  return `${byte(sport)}/${byte(sub) === NONE ? 0 : byte(sub)}`
}

/** Reads the definition that follows its header byte. Returns it with its size in bytes. */
function readDefinition(bytes: Uint8Array, at: number, hasDeveloperFields: boolean) {
  const byte = (offset: number) => bytes[at + offset] ?? 0
  const isBigEndian = byte(1) === 1
  const [low, high] = isBigEndian ? [byte(3), byte(2)] : [byte(2), byte(3)]
  const definition: Definition = {
    global: low + 256 * high,
    size: 0,
    sport: undefined,
    sub: undefined,
  }
  let next = 5
  for (let left = byte(4); left > 0; left--) {
    if (byte(next) === SPORT) definition.sport = definition.size
    if (byte(next) === SUB_SPORT) definition.sub = definition.size
    definition.size += byte(next + 1)
    next += 3
  }
  if (hasDeveloperFields) {
    const count = byte(next)
    next += 1
    for (let left = count; left > 0; left--) {
      definition.size += byte(next + 1)
      next += 3
    }
  }
  return { definition, length: next }
}
