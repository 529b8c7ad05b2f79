import { fitChecksum } from '@/domain/tracks/formats/fit/fit-checksum'

/** Types of the fields of FIT files: number of the base type, size in bytes, and the value of an absent field. */
const TYPES = {
  enum: { number: 0x00, size: 1, invalid: 0xff },
  uint16: { number: 0x84, size: 2, invalid: 0xffff },
  sint32: { number: 0x85, size: 4, invalid: 0x7fff_ffff },
  uint32: { number: 0x86, size: 4, invalid: 0xffff_ffff },
  uint32z: { number: 0x8c, size: 4, invalid: 0 },
} as const
const STRING = 0x07

/** A field of a message: its number in the FIT profile, and a type or the size of a text in bytes. */
export interface FitFieldType {
  readonly number: number
  readonly type: keyof typeof TYPES | { readonly text: number }
}

/** A kind of message with the fields that are written. `global` is its number in the FIT profile. */
export interface FitMessageType {
  readonly global: number
  readonly fields: readonly FitFieldType[]
}

/** Unscaled values in the order of the fields; null if there is none. */
export type FitValues = readonly (number | string | null)[]

const HEADER_SIZE = 14
/** Version 2.0 of the protocol, and 21.60 of the profile. */
const [PROTOCOL, PROFILE] = [0x20, 2160]
/** Bit of the header byte of a definition. */
const DEFINITION = 0x40

/** Writes a FIT file. Each kind of message is defined before its first message; there may be sixteen kinds. */
export class FitWriter {
  #bytes = new Uint8Array(65_536)
  #view = new DataView(this.#bytes.buffer)
  #at = HEADER_SIZE
  readonly #defined: FitMessageType[] = []

  write(type: FitMessageType, values: FitValues): void {
    this.#reserve()
    if (!this.#defined.includes(type)) this.#define(type)
    this.#byte(this.#defined.indexOf(type))
    for (const [index, field] of type.fields.entries()) this.#value(field, values[index] ?? null)
  }

  /** Adds the header and the checksums, and returns the file. */
  finish(): Uint8Array<ArrayBuffer> {
    this.#reserve()
    const header = new DataView(this.#bytes.buffer, 0, HEADER_SIZE)
    header.setUint8(0, HEADER_SIZE)
    header.setUint8(1, PROTOCOL)
    header.setUint16(2, PROFILE, true)
    header.setUint32(4, this.#at - HEADER_SIZE, true)
    this.#bytes.set(new TextEncoder().encode('.FIT'), 8)
    header.setUint16(12, fitChecksum(this.#bytes.subarray(0, 12)), true)
    this.#view.setUint16(this.#at, fitChecksum(this.#bytes.subarray(0, this.#at)), true)
    return this.#bytes.slice(0, this.#at + 2)
  }

  #define(type: FitMessageType): void {
    this.#byte(DEFINITION | this.#defined.length)
    this.#byte(0)
    this.#byte(0) // little-endian
    this.#view.setUint16(this.#at, type.global, true)
    this.#at += 2
    this.#byte(type.fields.length)
    for (const field of type.fields) {
      this.#byte(field.number)
      this.#byte(sizeOf(field))
      this.#byte(typeof field.type === 'string' ? TYPES[field.type].number : STRING)
    }
    this.#defined.push(type)
  }

  #value(field: FitFieldType, value: number | string | null): void {
    const size = sizeOf(field)
    if (typeof field.type !== 'string') this.#text(String(value ?? ''), size)
    else {
      const number = typeof value === 'number' ? value : TYPES[field.type].invalid
      if (size === 1) this.#view.setUint8(this.#at, number)
      else if (size === 2) this.#view.setUint16(this.#at, number, true)
      else this.#view.setUint32(this.#at, number, true)
    }
    this.#at += size
  }

  /** Writes as many whole characters as fit before the final NUL. */
  #text(text: string, size: number): void {
    const target = this.#bytes.subarray(this.#at, this.#at + size).fill(0)
    new TextEncoder().encodeInto(text, target.subarray(0, size - 1))
  }

  #byte(value: number): void {
    this.#view.setUint8(this.#at, value)
    this.#at += 1
  }

  /** Makes space for a definition and a message, or the checksum. */
  #reserve(): void {
    if (this.#at + 1024 <= this.#bytes.length) return
    const larger = new Uint8Array(2 * this.#bytes.length)
    larger.set(this.#bytes)
    this.#bytes = larger
    this.#view = new DataView(larger.buffer)
  }
}

const sizeOf = ({ type }: FitFieldType): number =>
  typeof type === 'string' ? TYPES[type].size : type.text
