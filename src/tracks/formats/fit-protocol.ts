import { TrackError } from '@/tracks/track-error'
import { BYTE, type FitDefinition, type FitField, FitMessage, fits } from './fit-message'
import { FIELD_DESCRIPTION, TIMESTAMP_FIELD, wantedFields } from './fit-profile'

const HEADER_SIZE = 12
const CRC_SIZE = 2
const MAGIC = 0x2e464954 // ".FIT"

interface DeveloperField {
  readonly name: string | null
  readonly baseType: number
}

/** What is known while one FIT file is read; a chained file starts anew. */
interface FileState {
  readonly view: DataView
  readonly end: number
  readonly definitions: (FitDefinition | undefined)[]
  readonly developerFields: Map<number, DeveloperField>
  /** Last timestamp seen, which compressed timestamps continue. */
  lastTime: number
}

/**
 * Calls `onMessage` for each data message in file order, through chained files.
 *
 * Checksums are not computed: a wrong one would not change what is read. A file that ends early or loses its
 * thread yields the messages before that point.
 *
 * @throws TrackError `fitUnreadable` when a header, the first or that of a chained file, is not one
 */
export function decodeFit(bytes: Uint8Array, onMessage: (message: FitMessage) => void): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const message = new FitMessage(view)
  let at = 0
  do {
    const start = at + headerSize(view, at)
    const end = start + view.getUint32(at + 4, true)
    const state: FileState = {
      view,
      end: Math.min(end, bytes.length),
      definitions: [],
      developerFields: new Map(),
      lastTime: 0,
    }
    readMessages(state, start, message, onMessage)
    at = end + CRC_SIZE
  } while (at < bytes.length)
}

function headerSize(view: DataView, at: number): number {
  if (at + HEADER_SIZE > view.byteLength) throw new TrackError('fitUnreadable')
  const size = view.getUint8(at)
  const hasRoom = size === HEADER_SIZE || size >= HEADER_SIZE + CRC_SIZE
  if (!hasRoom || view.getUint32(at + 8) !== MAGIC || at + size > view.byteLength) {
    throw new TrackError('fitUnreadable')
  }
  return size
}

function readMessages(
  state: FileState,
  start: number,
  message: FitMessage,
  onMessage: (message: FitMessage) => void,
): void {
  let at = start
  while (at < state.end) {
    const header = state.view.getUint8(at)
    at += 1
    if ((header & 0xc0) === 0x40) {
      const definitionEnd = readDefinition(state, at, header)
      if (definitionEnd === undefined) return
      at = definitionEnd
      continue
    }
    const definition = state.definitions[header & 0x80 ? (header >> 5) & 3 : header & 15]
    if (definition === undefined || at + definition.size > state.end) return
    message.moveTo(definition, at, compressedTime(state, header))
    handle(state, message, onMessage)
    at += definition.size
  }
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

  const layout = new Layout(global)
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
      baseType: Number.isNaN(baseType) ? BYTE : baseType & 0x1f,
    },
  )
}

function developerKey(developerIndex: number, fieldNumber: number): number {
  return developerIndex * 256 + fieldNumber
}

/** Collects the fields of one definition and keeps those that are wanted. */
class Layout {
  readonly #global: number
  readonly #wanted
  readonly #slots: (FitField | undefined)[]
  #timestamp: FitField | undefined
  #size = 0

  constructor(global: number) {
    this.#global = global
    this.#wanted = wantedFields(global)
    this.#slots = this.#wanted.map(() => undefined)
  }

  addField(number: number, size: number, type: number): void {
    const field = this.#place(size, type & 0x1f, false)
    if (field === undefined) return
    if (number === TIMESTAMP_FIELD) this.#timestamp ??= field
    const slot = this.#wanted.findIndex(({ numbers }) => numbers.includes(number))
    if (slot >= 0) this.#slots[slot] ??= field
  }

  addDeveloperField(declared: DeveloperField | undefined, size: number): void {
    const field = this.#place(size, declared?.baseType ?? BYTE, true)
    const name = declared?.name ?? null
    if (field === undefined || name === null) return
    const slot = this.#wanted.findIndex(({ developerName }) => developerName === name)
    if (slot >= 0) this.#slots[slot] ??= field
  }

  definition(isLittleEndian: boolean): FitDefinition {
    return {
      global: this.#global,
      isLittleEndian,
      size: this.#size,
      timestamp: this.#timestamp,
      slots: this.#slots,
    }
  }

  /** Reserves the bytes; a field whose size does not suit its type has no value. */
  #place(size: number, baseType: number, isDeveloper: boolean): FitField | undefined {
    const offset = this.#size
    this.#size += size
    return fits(size, baseType) ? { offset, size, baseType, isDeveloper } : undefined
  }
}
