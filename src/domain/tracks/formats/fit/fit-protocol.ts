import { TrackError } from '@/domain/tracks/track-error'
import { fitChecksum } from './fit-checksum'
import { type DeveloperField, FitLayout } from './fit-layout'
import { BYTE, type FitDefinition, FitMessage } from './fit-message'
import { FIELD_DESCRIPTION } from './fit-profile'

const HEADER_SIZE = 12
const CRC_SIZE = 2
const MAGIC = 0x2e464954 // ".FIT"

/** State of the decoder within one FIT file; each file of a chain has its own. */
interface FileState {
  readonly view: DataView
  readonly end: number
  readonly definitions: (FitDefinition | undefined)[]
  readonly developerFields: Map<number, DeveloperField>
  readonly overridesNative: boolean
  /** Last timestamp seen, which compressed timestamps continue. */
  lastTime: number
}

export interface DecodingOptions {
  /** Whether developer fields win over the fields of the profile that they declare to replace. */
  overridesNative?: boolean
}

/** How the decoding of a file ended. */
export interface FitEnd {
  /** Whether messages are missing because the file ends early or is damaged. */
  isPart: boolean
  /** Bytes after the last file of the chain that do not form a file. */
  trailing: number
}

/**
 * Calls `onMessage` for each data message in file order, through chained files.
 *
 * A wrong checksum is ignored unless it is followed by bytes that do not form a file. A truncated or corrupt file
 * yields the messages before the damage. A header with a data size of zero was written by a device that was switched
 * off before it could write the size: the rest of the file is data.
 *
 * @throws TrackError `fitUnreadable` when the first header is invalid, when bytes after a wrong checksum do not form a
 * file, or when a chained file has a damaged header
 */
export function decodeFit(
  bytes: Uint8Array,
  onMessage: (message: FitMessage) => void,
  { overridesNative = false }: DecodingOptions = {},
): FitEnd {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const message = new FitMessage(view)
  let at = 0
  let isPart = false
  let isSumRight = false
  do {
    const header = headerSize(view, at)
    if (header === undefined) {
      // After a wrong checksum it is uncertain that the file ended here, because its size may be wrong.
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
      overridesNative,
      lastTime: 0,
    }
    const stopped = readMessages(state, start, message, onMessage)
    if (isUnsized || stopped < end) isPart = true
    isSumRight = end + CRC_SIZE < bytes.length && hasRightSum(bytes, at, end)
    at = end + CRC_SIZE
  } while (at < bytes.length)
  return { isPart, trailing: 0 }
}

/** Whether the bytes after `end` are the checksum of those from `start` on. */
function hasRightSum(bytes: Uint8Array, start: number, end: number): boolean {
  if (end + CRC_SIZE > bytes.length) return false
  return fitChecksum(bytes.subarray(start, end)) === (bytes[end] ?? 0) + 256 * (bytes[end + 1] ?? 0)
}

/** Whether the length of the remaining bytes matches a file with a damaged header. */
function isDamagedFile(view: DataView, at: number): boolean {
  const left = view.byteLength - at
  if (left < HEADER_SIZE) return false
  const header = view.getUint8(at)
  const isHeaderSize = header === HEADER_SIZE || header === HEADER_SIZE + CRC_SIZE
  return isHeaderSize && header + view.getUint32(at + 4, true) + CRC_SIZE <= left
}

/** Undefined if there is no header at `at`. */
function headerSize(view: DataView, at: number): number | undefined {
  if (at + HEADER_SIZE > view.byteLength) return undefined
  const size = view.getUint8(at)
  const hasRoom = size === HEADER_SIZE || size >= HEADER_SIZE + CRC_SIZE
  const isHeader = hasRoom && view.getUint32(at + 8) === MAGIC && at + size <= view.byteLength
  return isHeader ? size : undefined
}

/** Returns the offset after the last complete message. */
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

/** The five bits of a compressed header replace the lowest bits of the last timestamp; time only moves forward. */
function compressedTime(state: FileState, header: number): number {
  if ((header & 0x80) === 0) return Number.NaN
  return state.lastTime + (((header & 31) - (state.lastTime & 31)) & 31)
}

/** Stores the definition at `at` and returns its end; undefined when the file ends within it. */
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

  const layout = new FitLayout(global, state.overridesNative)
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
      nativeMessage: message.number(slot.nativeMessage),
      nativeField: message.number(slot.nativeField),
    },
  )
}

function developerKey(developerIndex: number, fieldNumber: number): number {
  return developerIndex * 256 + fieldNumber
}
