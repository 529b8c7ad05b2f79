import { TrackError } from '@/tracks/track-error'
import { type DeveloperField, FitLayout } from './fit-layout'
import { BYTE, type FitDefinition, FitMessage } from './fit-message'
import { FIELD_DESCRIPTION } from './fit-profile'

const HEADER_SIZE = 12
const CRC_SIZE = 2
const MAGIC = 0x2e464954 // ".FIT"

/** What is known while one FIT file is read; a chained file starts anew. */
interface FileState {
  readonly view: DataView
  readonly end: number
  readonly definitions: (FitDefinition | undefined)[]
  readonly developerFields: Map<number, DeveloperField>
  /** Last timestamp seen, which compressed timestamps continue. */
  lastTime: number
}

/** How the decoding of a file ended. */
export interface FitEnd {
  /** Whether messages are missing: the file ends early, or loses its thread. */
  isPart: boolean
  /** Bytes behind the last file of the chain that are no file. */
  trailing: number
}

/**
 * Calls `onMessage` for each data message in file order, through chained files.
 *
 * A wrong checksum changes nothing, unless something else than a file comes behind it. A file that ends early or loses its
 * thread yields the messages before that point. A header that says that there is no data is of a device that was
 * switched off before it could write how much there is: all the rest is data.
 *
 * @throws TrackError `fitUnreadable` when the first header is not one, or when there are bytes that are no file behind
 *   a wrong checksum, or one of the chain with a damaged header
 */
export function decodeFit(bytes: Uint8Array, onMessage: (message: FitMessage) => void): FitEnd {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const message = new FitMessage(view)
  let at = 0
  let isPart = false
  let isSumRight = false
  do {
    const header = headerSize(view, at)
    if (header === undefined) {
      // Behind a wrong checksum it is not sure that the file ended here: its size may be wrong.
      if (at === 0 || !isSumRight || isDamagedFile(view, at)) throw new TrackError('fitUnreadable')
      return { isPart, trailing: bytes.length - at }
    }
    const start = at + header
    const size = view.getUint32(at + 4, true)
    const isUnsized =
      size === 0 && bytes.length > start + CRC_SIZE && !headerSize(view, start + CRC_SIZE)
    const end = isUnsized ? bytes.length : start + size
    const state: FileState = {
      view,
      end: Math.min(end, bytes.length),
      definitions: [],
      developerFields: new Map(),
      lastTime: 0,
    }
    const stopped = readMessages(state, start, message, onMessage)
    if (isUnsized || stopped < end) isPart = true
    isSumRight = end + CRC_SIZE < bytes.length && hasRightSum(bytes, at, end)
    at = end + CRC_SIZE
  } while (at < bytes.length)
  return { isPart, trailing: 0 }
}

/** Whether the bytes behind `end` are the checksum of those from `start` on (FIT protocol, CRC). */
function hasRightSum(bytes: Uint8Array, start: number, end: number): boolean {
  if (end + CRC_SIZE > bytes.length) return false
  let sum = 0
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0
    for (const half of [byte & 15, byte >> 4])
      sum = (sum >> 4) ^ (CRC_TABLE[sum & 15] ?? 0) ^ (CRC_TABLE[half] ?? 0)
  }
  return sum === (bytes[end] ?? 0) + 256 * (bytes[end + 1] ?? 0)
}

const CRC_TABLE = [
  0x0000, 0xcc01, 0xd801, 0x1400, 0xf001, 0x3c00, 0x2800, 0xe401, 0xa001, 0x6c00, 0x7800, 0xb401,
  0x5000, 0x9c01, 0x8801, 0x4400,
]

/** Whether bytes that are no file have the size of one. */
function isDamagedFile(view: DataView, at: number): boolean {
  const left = view.byteLength - at
  if (left < HEADER_SIZE) return false
  const header = view.getUint8(at)
  const isHeaderSize = header === HEADER_SIZE || header === HEADER_SIZE + CRC_SIZE
  return isHeaderSize && header + view.getUint32(at + 4, true) + CRC_SIZE <= left
}

/** Undefined where no header is. */
function headerSize(view: DataView, at: number): number | undefined {
  if (at + HEADER_SIZE > view.byteLength) return undefined
  const size = view.getUint8(at)
  const hasRoom = size === HEADER_SIZE || size >= HEADER_SIZE + CRC_SIZE
  const isHeader = hasRoom && view.getUint32(at + 8) === MAGIC && at + size <= view.byteLength
  return isHeader ? size : undefined
}

/** Returns where the last whole message ended. */
function readMessages(
  state: FileState,
  start: number,
  message: FitMessage,
  onMessage: (message: FitMessage) => void,
): number {
  let at = start
  while (at < state.end) {
    const header = state.view.getUint8(at)
    const dataAt = at + 1
    if ((header & 0xc0) === 0x40) {
      const definitionEnd = readDefinition(state, dataAt, header)
      if (definitionEnd === undefined) return at
      at = definitionEnd
      continue
    }
    const definition = state.definitions[header & 0x80 ? (header >> 5) & 3 : header & 15]
    if (definition === undefined || dataAt + definition.size > state.end) return at
    message.moveTo(definition, dataAt, compressedTime(state, header))
    handle(state, message, onMessage)
    at = dataAt + definition.size
  }
  return at
}

function handle(
  state: FileState,
  message: FitMessage,
  onMessage: (message: FitMessage) => void,
): void {
  if (message.timestamp >= 0) state.lastTime = message.timestamp
  if (message.global === FIELD_DESCRIPTION.global) describeField(state, message)
  else if (message.isWanted) onMessage(message)
}

/** The five low bits of a compressed header replace those of the last timestamp, always moving forward. */
function compressedTime(state: FileState, header: number): number {
  if ((header & 0x80) === 0) return Number.NaN
  return state.lastTime + (((header & 31) - (state.lastTime & 31)) & 31)
}

/** Stores the definition at `at` and returns where it ends; undefined when the file ends within it. */
function readDefinition(state: FileState, at: number, header: number): number | undefined {
  const { view, end } = state
  if (at + 5 > end) return undefined
  const isLittleEndian = view.getUint8(at + 1) === 0
  const global = view.getUint16(at + 2, isLittleEndian)
  const fieldsAt = at + 5
  const fieldsEnd = fieldsAt + 3 * view.getUint8(at + 4)
  const hasDeveloperFields = (header & 0x20) !== 0
  if (fieldsEnd + (hasDeveloperFields ? 1 : 0) > end) return undefined
  const developerAt = fieldsEnd + (hasDeveloperFields ? 1 : 0)
  const developerEnd = developerAt + 3 * (hasDeveloperFields ? view.getUint8(fieldsEnd) : 0)
  if (developerEnd > end) return undefined

  const layout = new FitLayout(global)
  for (let p = fieldsAt; p < fieldsEnd; p += 3) {
    layout.addField(view.getUint8(p), view.getUint8(p + 1), view.getUint8(p + 2))
  }
  for (let p = developerAt; p < developerEnd; p += 3) {
    const declared = state.developerFields.get(developerKey(view.getUint8(p + 2), view.getUint8(p)))
    layout.addDeveloperField(declared, view.getUint8(p + 1))
  }
  state.definitions[header & 15] = layout.definition(isLittleEndian)
  return developerEnd
}

function describeField(state: FileState, message: FitMessage): void {
  const { slot } = FIELD_DESCRIPTION
  const baseType = message.number(slot.baseType)
  state.developerFields.set(
    developerKey(message.number(slot.developerIndex), message.number(slot.fieldNumber)),
    {
      name: message.text(slot.name),
      unit: message.text(slot.unit),
      baseType: Number.isNaN(baseType) ? BYTE : baseType & 0x1f,
      scale: message.number(slot.scale) || 1,
      offset: message.number(slot.offset) || 0,
    },
  )
}

function developerKey(developerIndex: number, fieldNumber: number): number {
  return developerIndex * 256 + fieldNumber
}
