import { asciiIn, decimalIn, smallIntegerIn } from '@/domain/tracks/formats/text/number-bytes'
import { parseIntegerText } from '@/domain/tracks/formats/text/number-text'
import { TimeReader } from '@/domain/tracks/formats/text/time-bytes'
import { OTHER, PLAIN, WIDE, wideTextIn } from './scan-characters'
import { unifyLines } from './text-with-entities'
import type { XmlText } from './xml-element'
import { StringText } from './xml-string'

/** A range of bytes of a document as the text of an element. One instance is moved from text to text. */
export class ScannedText implements XmlText {
  readonly #bytes: Uint8Array
  readonly #times: TimeReader
  #start = 0
  #end = 0
  /** The kinds of all bytes, combined. */
  #kinds = PLAIN
  /** A text that is not a range of bytes. */
  #rare: StringText | undefined

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#times = new TimeReader(bytes)
  }

  /** Moves to another range, with bytes of these kinds. */
  set(start: number, end: number, kinds: number): void {
    this.#start = start
    this.#end = end
    this.#kinds = kinds
  }

  /** Represents `text` until it is moved to bytes that are not of the kind OTHER. */
  setRare(text: string): void {
    this.#rare = new StringText(text)
  }

  toString(): string {
    if (this.#kinds === PLAIN) return asciiIn(this.#bytes, this.#start, this.#end)
    return this.#unusual().toString()
  }

  isEmpty(): boolean {
    return this.#kinds === OTHER ? this.#unusual().isEmpty() : this.#start === this.#end
  }

  isBlank(): boolean {
    return this.toString().trim() === ''
  }

  decimal(): number | undefined {
    if (this.#kinds !== PLAIN) return this.#unusual().decimal()
    return decimalIn(this.#bytes, this.#start, this.#end)
  }

  integer(): number | undefined {
    if (this.#kinds !== PLAIN) return this.#unusual().integer()
    return smallIntegerIn(this.#bytes, this.#start, this.#end) ?? parseIntegerText(this.toString())
  }

  truncated(): number | undefined {
    const value = this.decimal()
    return value === undefined || !Number.isFinite(value) ? undefined : Math.trunc(value)
  }

  time(): number {
    if (this.#kinds !== PLAIN) return this.#unusual().time()
    return this.#times.read(this.#start, this.#end)
  }

  decimals(target: Float64Array): number | undefined {
    if (this.#kinds !== PLAIN) return this.#unusual().decimals(target)
    let count = 0
    let start = this.#start
    while (start < this.#end) {
      if ((this.#bytes[start] ?? 0) <= SPACE) {
        start += 1
        continue
      }
      const end = this.#wordEnd(start)
      const value = decimalIn(this.#bytes, start, end)
      if (value === undefined || !Number.isFinite(value)) return undefined
      if (count < target.length) target[count] = value
      count += 1
      start = end
    }
    return count
  }

  #wordEnd(start: number): number {
    let end = start
    while (end < this.#end && (this.#bytes[end] ?? 0) > SPACE) end += 1
    return end
  }

  #unusual(): StringText {
    if (this.#kinds === OTHER && this.#rare !== undefined) return this.#rare
    const read = (this.#kinds & WIDE) === 0 ? asciiIn : wideTextIn
    return new StringText(unifyLines(read(this.#bytes, this.#start, this.#end)))
  }
}

const SPACE = 32
